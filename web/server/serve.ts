import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Answer, answer, type ForeignScripts, securityHeaders } from './answer.js';
import type { Site } from './site.js';
import { takeReport } from './take-report.js';
import type { ViolationCount } from './violation-count.js';
import { reportPath } from './violations.js';

/** In milliseconds; a whole request, and its head, must arrive within the first two. */
const bounds = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the front server keeps an idle connection, so that it meets no closed one.
  keepAliveTimeout: 72_000,
} as const;
const mostConnections = 1_000;

/** The web server, not yet listening: serves the app's document and files, and receives browser reports. */
export const createWebServer = (site: Site, scripts: ForeignScripts, counted: ViolationCount): Server => {
  const always = securityHeaders(site, scripts);
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const path = pathOf(request.url ?? '/');
    if (path === reportPath) return takeReport(request, counted);
    return answer(site, {
      method: request.method ?? 'GET',
      path,
      acceptEncoding: String(request.headers['accept-encoding'] ?? ''),
      ifNoneMatch: request.headers['if-none-match'],
    });
  };
  const server = createServer(bounds, (request, response) => {
    answerTo(request).then(
      ({ status, headers, body }) => {
        response.writeHead(status, { ...always, ...headers });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      // The client disconnected before the request was complete.
      () => response.destroy(),
    );
  });
  server.maxConnections = mostConnections;
  return server;
};

const pathOf = (url: string): string => {
  try {
    return decodeURIComponent(new URL(url, 'http://web').pathname);
  } catch {
    return url;
  }
};
