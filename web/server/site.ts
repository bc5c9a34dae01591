import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Asset {
  readonly type: string;
  readonly etag: string;
  /** Files with hashed names never change, so browsers may cache them forever. */
  readonly immutable: boolean;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
}

export interface Site {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly page: Asset;
  /** CSP sources of the document's inline scripts. */
  readonly scriptHashes: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64');

/** Reads the built site into memory: it is small, and requests then need no disk access. */
export const readSite = async (directory: string): Promise<Site> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const optional = (path: string) => (known.has(path) ? readFile(path) : undefined);
  const assets = new Map<string, Asset>();
  for (const path of paths.filter((path) => types[extname(path)])) {
    const [identity, br, gzip] = await Promise.all([
      readFile(path),
      optional(`${path}.br`),
      optional(`${path}.gz`),
    ]);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    assets.set(url, {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: `W/"${sha256(identity).slice(0, 22)}"`,
      immutable: url.startsWith('/assets/'),
      bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  const page = assets.get('/index.html');
  if (!page?.bodies.identity) throw new Error(`web cannot start: ${directory} holds no built site`);
  return { assets, page, scriptHashes: inlineScriptHashes(page.bodies.identity.toString('utf8')) };
};

const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => `'sha256-${sha256(script ?? '')}'`);
