import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { mapsScript } from './maps-script.js';

interface Posted {
  readonly path: string;
  readonly body: string;
}

export interface Harness {
  readonly url: string;
  /** What the forms posted since this was last emptied. */
  readonly posted: Posted[];
  /** Responses to the next posts, by path; 200 with `{}` otherwise. */
  readonly answers: Map<string, (response: ServerResponse) => void>;
  /** The maps key in the instance's configuration. */
  mapsKey: 'good' | 'bad' | null;
  readonly stop: () => Promise<void>;
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const page = `<!doctype html><html lang="en"><head><title>Forms</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/assets/harness.css"></head><body><div id="root"></div>
<script type="module" src="/assets/harness.js"></script></body></html>`;

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the page of forms like the app, and serves it with the endpoints the forms call. */
export const startHarness = async (): Promise<Harness> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-forms-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../web', import.meta.url)),
    publicDir: false,
    plugins: [react()],
    css: { transformer: 'lightningcss' },
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: ['chrome123'],
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../../web/src/forms/generic-form.harness.tsx', import.meta.url)),
        output: { entryFileNames: 'assets/harness.js', assetFileNames: 'assets/harness[extname]' },
      },
    },
  });
  const posted: Posted[] = [];
  const answers: Harness['answers'] = new Map();
  const queries: Readonly<Record<string, () => unknown>> = {
    '/options/': () => [
      { id: 7, name: 'Ann' },
      { id: 8, name: 'Ben' },
    ],
    '/user/maps_options/': () => {
      const { mapsKey } = harness;
      return { maps_key: mapsKey, maps_script_url: mapsKey && `${harness.url}/maps.js` };
    },
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://harness.test').pathname;
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      posted.push({ path, body: Buffer.concat(chunks).toString('latin1') });
      return (answers.get(path) ?? ((to) => json(to, 200, {})))(response);
    }
    const known = queries[path];
    if (known) return json(response, 200, known());
    if (path === '/maps.js') return response.setHeader('content-type', 'text/javascript').end(mapsScript);
    if (path.startsWith('/assets/')) {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      return response.end(readFileSync(join(directory, 'assets', basename(path))));
    }
    return response.setHeader('content-type', 'text/html').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const harness: Harness = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answers,
    mapsKey: null,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return harness;
};
