/** Besides our own, the only places an answer may send a person to. */
const trustedOrigins: readonly string[] = ['https://accounts.google.com'];

/**
 * Where an answer with a `redirect` field leads, with our base address as its `redirect` parameter; undefined when it
 * has none, or leads to an origin that no one allowed.
 */
export const redirectTarget = (body: unknown, origin: string): string | undefined => {
  if (typeof body !== 'object' || body === null || !('redirect' in body)) return undefined;
  if (typeof body.redirect !== 'string' || !URL.canParse(body.redirect, origin)) return undefined;
  const target = new URL(body.redirect, origin);
  if (target.origin !== origin && !trustedOrigins.includes(target.origin)) return undefined;
  target.searchParams.set('redirect', origin);
  return target.href;
};
