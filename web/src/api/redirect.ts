import type { ClientOptions } from './client-options.js';

/** The only other origins a response may redirect to. */
const trustedOrigins: readonly string[] = ['https://accounts.google.com'];

/**
 * Where a response with a `redirect` field leads, with this site's address as its `redirect` parameter; undefined
 * when the field is missing or the origin is not allowed.
 */
const redirectTarget = (body: unknown, origin: string): string | undefined => {
  if (typeof body !== 'object' || body === null || !('redirect' in body)) return undefined;
  if (typeof body.redirect !== 'string' || !URL.canParse(body.redirect, origin)) return undefined;
  const target = new URL(body.redirect, origin);
  if (target.origin !== origin && !trustedOrigins.includes(target.origin)) return undefined;
  target.searchParams.set('redirect', origin);
  return target.href;
};

/** Leaves for where a response leads, if it leads anywhere. */
export const followRedirect = (
  body: unknown,
  { origin, leaveFor }: Pick<ClientOptions, 'origin' | 'leaveFor'>,
): void => {
  const target = redirectTarget(body, origin);
  if (target) leaveFor(target);
};
