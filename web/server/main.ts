import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { answer, securityHeaders } from './answer.js';
import { readConfig } from './config.js';
import { readSite } from './site.js';

const cannotBeMended = 78;

const start = async () => {
  const config = readConfig(process.env);
  const site = await readSite(fileURLToPath(new URL('../site', import.meta.url)));
  const always = securityHeaders(site, {
    signInScript: config.GOOGLE_CLIENT_ID ? config.GOOGLE_SCRIPT_URL : undefined,
    mapsScript: config.MAPS_KEY ? config.MAPS_SCRIPT_URL : undefined,
  });

  const server = createServer((request, response) => {
    const { status, headers, body } = answer(site, {
      method: request.method ?? 'GET',
      path: pathOf(request.url ?? '/'),
      acceptEncoding: String(request.headers['accept-encoding'] ?? ''),
      ifNoneMatch: request.headers['if-none-match'],
    });
    response.writeHead(status, { ...always, ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.once('error', fail);
  server.listen(config.PORT, config.HOST, () => {
    process.send?.({ ready: { port: (server.address() as AddressInfo).port } });
  });
  process.once('SIGTERM', () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 4_000).unref();
  });
};

const pathOf = (url: string): string => {
  try {
    return decodeURIComponent(new URL(url, 'http://web').pathname);
  } catch {
    return url;
  }
};

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(cannotBeMended);
};

start().catch(fail);
