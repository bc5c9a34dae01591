import { type Refusal, refuse } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import { z } from 'zod';

/** The person behind an access token, according to Google. */
export interface GoogleIdentity {
  /** Google's own id of the account; unlike the address, it is never reassigned. */
  readonly subject: string;
  readonly email: string;
  /**
   * Google runs the mailbox itself (Gmail, or a Workspace domain), so that no one else can have the address.
   */
  readonly authoritative: boolean;
  /** Remaining lifetime of the token in seconds. */
  readonly secondsLeft: number;
}

export interface Google {
  /** Verifies a token. Rejects one that was issued to another application. */
  identify(accessToken: string): Promise<GoogleIdentity | Refusal>;
}

export interface GoogleOptions {
  readonly clientId: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
  readonly log: Log;
  /** Milliseconds for both requests together. */
  readonly patience?: number;
}

const truth = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => String(value) === 'true');

const tokenInfoSchema = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1).max(255),
  expires_in: z.coerce.number(),
});

const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).toLowerCase(),
  email_verified: truth,
  /** The account's Workspace domain. */
  hd: z.string().optional(),
});

/** Responses take a few hundred bytes; anything longer is not from Google. */
const longestAnswer = 64 * 1024;

/** Google refused the token, as opposed to being unavailable. */
class Declined extends Error {}

const ask = async (url: URL, signal: AbortSignal, headers: Record<string, string> = {}): Promise<unknown> => {
  const response = await fetch(url, { headers, redirect: 'error', signal });
  if (response.status >= 400 && response.status < 500 && response.status !== 429) {
    await response.body?.cancel();
    throw new Declined();
  }
  if (!response.ok) throw new Error(`Google answered ${response.status}`);
  const text = await response.text();
  if (text.length > longestAnswer) throw new Error('Google answered too much');
  return JSON.parse(text);
};

/**
 * Verifies access tokens with Google's endpoints: `tokeninfo` tells for which application a token was made,
 * `userinfo` whose it is. Both must name the same account.
 */
export const createGoogle = (options: GoogleOptions): Google => {
  const { clientId, tokenInfoUrl, userInfoUrl, log, patience = 5_000 } = options;

  const askBoth = async (accessToken: string): Promise<GoogleIdentity | Refusal> => {
    const signal = AbortSignal.timeout(patience);
    const tokenInfoAddress = new URL(tokenInfoUrl);
    tokenInfoAddress.searchParams.set('access_token', accessToken);
    const token = tokenInfoSchema.parse(await ask(tokenInfoAddress, signal));
    if (token.aud !== clientId || (token.azp ?? clientId) !== clientId || token.expires_in <= 0) {
      log.warn('a token of Google was made for another application, or has expired');
      return refuse('GoogleSignInRefused');
    }
    const authorization = `Bearer ${accessToken}`;
    const user = userInfoSchema.parse(await ask(new URL(userInfoUrl), signal, { authorization }));
    if (user.sub !== token.sub) return refuse('GoogleSignInRefused');
    if (!user.email_verified) return refuse('GoogleAddressUnverified');
    const authoritative = user.email.endsWith('@gmail.com') || user.hd !== undefined;
    return { subject: user.sub, email: user.email, authoritative, secondsLeft: token.expires_in };
  };

  return {
    async identify(accessToken) {
      try {
        return await askBoth(accessToken);
      } catch (fault) {
        if (fault instanceof Declined) return refuse('GoogleSignInRefused');
        // A request's error can quote its URL, which holds the token.
        log.warn({ reason: fault instanceof Error ? fault.name : 'unknown' }, 'Google could not be asked');
        return refuse('GoogleUnavailable');
      }
    },
  };
};
