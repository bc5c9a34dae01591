import type { Session as TokenPair } from '@groundswell/contracts';
import type { Tokens } from './tokens.js';

/** Refreshes an expired pair of tokens; resolves to whether there is a new pair. */
export type Trade = () => Promise<boolean>;

/**
 * Milliseconds for which a tab keeps the lock after a refresh. Browsers release a lock at once, but show
 * other tabs the stored tokens later: a tab that got the lock too soon would refresh again.
 */
const afterglow = 5_000;

/** The start of a token identifies it, and is of no use to anyone. */
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
 * Refreshes tokens in one tab only: a refresh token can be used once. Other tabs wait until the new ones are
 * visible, or until the tab at work is gone.
 * @param locks undefined in an insecure context: then each tab refreshes alone
 * @param changes emits `storage` when another tab has stored something
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
