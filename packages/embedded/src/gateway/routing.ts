export type Upstream = 'command-service' | 'query-service' | 'web';

/**
 * Who answers: identity and uploads are the command service's, other reads the query service's, other writes the
 * command service's, and every other address is a screen or a file of the web app. Agrees with `serviceOf` of the
 * contracts.
 */
export const upstreamOf = (method: string, path: string): Upstream => {
  if (isBelow(path, '/user') || isBelow(path, '/uploads')) return 'command-service';
  if (!isBelow(path, '/api')) return 'web';
  return method === 'GET' || method === 'HEAD' ? 'query-service' : 'command-service';
};

const isBelow = (path: string, prefix: string): boolean => path.startsWith(`${prefix}/`);

/** A path without its query: what is logged and routed on. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

const mebibyte = 1_048_576;

/** Largest body in bytes: an image of 5 MiB and its form around it; elsewhere JSON. */
export const bodyLimitOf = (path: string): number =>
  isBelow(path, '/api/upload_file') ? 6 * mebibyte : mebibyte;
