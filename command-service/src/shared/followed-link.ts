import { headers, type LinkScreen, type Refusal } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import type { Links } from '@groundswell/platform/links';

/** A link from an email, and the key of the request that follows it. */
export interface FollowedLink {
  readonly token: string;
  /** A browser whose answer was lost repeats the request with the same one. */
  readonly key: string | undefined;
}

export const followedIn = (token: string, exchange: Pick<Exchange, 'header'>): FollowedLink => ({
  token,
  key: exchange.header(headers.idempotencyKey),
});

/**
 * Follows a link. A repeat of the request that has used it up gets the answer of that one, not that it no longer works, as long as what
 * it did stands (`forgetSpent`).
 * @param follow answers why it is refused, if it is
 */
export const answerOnce = async (
  links: Pick<Links, 'spentWith'>,
  purpose: LinkScreen,
  link: FollowedLink,
  follow: (link: FollowedLink) => Promise<Refusal | undefined>,
): Promise<Refusal | Record<string, never>> => {
  const refused = await follow(link);
  if (refused?.refused !== 'LinkNotValid') return refused ?? {};
  const isRepeat = (await links.spentWith(link.token, purpose, link.key)) !== undefined;
  return isRepeat ? {} : refused;
};
