import type { Session as TokenPair } from '@groundswell/contracts';
import type { Tokens } from './tokens.js';

/** Trades an expired pair of tokens for a new one; answers whether there is one now. */
export type Trade = () => Promise<boolean>;

/**
 * How long, in milliseconds, a tab holds on to the lock of the tokens that it has traded. Browsers hand a lock on at
 * once, but take their time to show other tabs what was stored under it: who got the lock too soon would trade again.
 */
const afterglow = 5_000;

/** The start of a token tells it from others, and is of no use to anyone. */
const lockOf = ({ refresh }: TokenPair): string => `session-refresh ${refresh.slice(0, 8)}`;

/** Resolves when another tab has stored other tokens than these, or has removed them. */
const change = (tokens: Tokens, expired: TokenPair, changes: EventTarget, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const look = () => {
      const held = tokens.read();
      if (held?.access !== expired.access) resolve(held !== undefined);
    };
    changes.addEventListener('storage', look, { signal });
  });

/**
 * Trades tokens in one of all tabs: a refresh token is good for one use. The others wait until the new ones show, or
 * until the tab that was at it is gone.
 * @param locks undefined where the page is not served securely: then each tab trades for itself
 * @param changes hears `storage` when another tab has stored something
 */
export const inOneTab =
  (tokens: Tokens, locks: Pick<LockManager, 'request'> | undefined, changes: EventTarget) =>
  async (expired: TokenPair, trade: Trade): Promise<boolean> => {
    if (!locks) return trade();
    const waiting = new AbortController();
    const traded = new Promise<boolean>((resolve, reject) => {
      const hold = async () => {
        const done = await trade();
        resolve(done);
        if (done) await new Promise((after) => setTimeout(after, afterglow));
      };
      locks.request(lockOf(expired), { signal: waiting.signal }, hold).catch(reject);
    });
    try {
      return await Promise.race([traded, change(tokens, expired, changes, waiting.signal)]);
    } finally {
      waiting.abort();
    }
  };
