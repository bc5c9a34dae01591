import { bodyLimitOf, type Call, callAt, calls, isLongLived } from '@groundswell/contracts';

export type Upstream = 'command-service' | 'query-service' | 'web';

/** Paths handled by the command service for every method: identity, uploads, and the broker's assets. */
const ofCommandService = /^\/(user\/|uploads\/|api\/find_assets(\/|$))/;

/**
 * Which service responds: the command service for the paths above and for other writes, the query service for other
 * reads, and the web server for every other address (screens and files of the web app). Consistent with `serviceOf`
 * in the contracts.
 */
export const upstreamOf = (method: string, path: string): Upstream => {
  if (ofCommandService.test(path)) return 'command-service';
  if (!isBelow(path, '/api')) return 'web';
  return method === 'GET' || method === 'HEAD' ? 'query-service' : 'command-service';
};

const isBelow = (path: string, prefix: string): boolean => path.startsWith(`${prefix}/`);

/** A path without its query, for routing and for the log. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/**
 * Whether a path is written as its call is. A service also finds a call by an encoded letter or a `.` segment, which would
 * then have neither the cost nor the connections of that call here.
 */
export const isPlain = (path: string): boolean => /^[\w./-]+$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path);

/** Maximum bytes of a browser report, including the policy it quotes. */
const longestReport = 32_768;

/** Largest body in bytes. */
export const largestBody = (method: string, path: string): number =>
  upstreamOf(method, path) === 'web' ? longestReport : bodyLimitOf(callAt(method, path));

/** A request's name in the log: paths may hold what people typed. */
export const routeOf = (method: string, path: string): string =>
  callAt(method, path)?.path ?? `(${upstreamOf(method, path)})`;

/** Paths whose answers last as long as their reader stays. */
export const streamPaths: readonly string[] = Object.values(calls as Record<string, Call>)
  .filter(isLongLived)
  .map(({ path }) => path.replace(/\/$/, ''));
