import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly object[];
  readonly hashes: readonly object[];
}
interface Manifest {
  readonly workspaces: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const manifest = (path: string): Manifest => JSON.parse(readFileSync(`${root}${path}package.json`, 'utf8'));
const { workspaces, devDependencies } = manifest('');
const isOurs = (name: string): boolean => name.startsWith('@groundswell/');
const runtime = workspaces
  .flatMap((path) => Object.entries(manifest(`${path}/`).dependencies ?? {}))
  .filter(([name]) => !isOurs(name));

const purlOf = ([name, version]: readonly [string, string]): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

const { components }: { components: readonly Component[] } = JSON.parse(
  execFileSync(process.execPath, [`${root}scripts/sbom.mjs`], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  }),
);

describe('the list of all parts', () => {
  it('names every library used at run time, with its version', () => {
    expect(runtime.length).toBeGreaterThan(20);
    const listed = new Set(components.map(({ purl }) => purl));
    expect(runtime.map(purlOf).filter((purl) => !listed.has(purl))).toEqual([]);
  });

  it('names the license of each library, and of what it bundles', () => {
    expect(components.length).toBeGreaterThan(200);
    expect(components.filter(({ licenses }) => licenses.length === 0).map(({ purl }) => purl)).toEqual([]);
    expect(components.filter(({ hashes }) => hashes.length === 0).map(({ purl }) => purl)).toEqual([]);
  });

  it('leaves out what only builds and tests need', () => {
    // Type packages are listed with the package that depends on them.
    const tools = Object.entries(devDependencies ?? {})
      .filter(([name]) => !name.startsWith('@types/'))
      .map(purlOf);
    expect(tools.length).toBeGreaterThan(5);
    expect(components.filter(({ purl }) => tools.includes(purl)).map(({ purl }) => purl)).toEqual([]);
  });
});
