import { describe, expect, it } from 'vitest';
import { inOneTab } from './one-tab.js';
import { tokensIn } from './tokens.js';

const expired = { access: 'old', refresh: 'refresh-1' };
const fresh = { access: 'new', refresh: 'refresh-2' };

/** Like a browser's: one holder per name, the others wait in line. */
const lockManager = () => {
  const lines = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<unknown>) => {
    const turn = (lines.get(name) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw signal.reason;
      return hold();
    });
    const gone = turn.catch(() => undefined);
    lines.set(name, gone);
    return turn;
  };
  return { request } as Pick<LockManager, 'request'>;
};

/** Tabs with shared storage, which see each other's changes only when they are shown. */
const twoTabs = () => {
  const locks = lockManager();
  const open = () => {
    const seen = new Map([
      ['token', expired.access],
      ['refresh_token', expired.refresh],
    ]);
    const storage = {
      getItem: (key: string) => seen.get(key) ?? null,
      setItem: (key: string, value: string) => void seen.set(key, value),
      removeItem: (key: string) => void seen.delete(key),
    };
    const tokens = tokensIn(storage, () => 0);
    const changes = new EventTarget();
    return {
      tokens,
      trade: inOneTab(tokens, locks, changes),
      show: (act: () => void) => {
        act();
        changes.dispatchEvent(new Event('storage'));
      },
    };
  };
  return [open(), open()] as const;
};

const never = () => Promise.reject(new Error('traded twice'));

describe('tokens', () => {
  it('are refreshed by one tab; another one continues when it sees the new ones, however late', async () => {
    const [first, second] = twoTabs();
    const trading = first.trade(expired, async () => {
      first.tokens.save(fresh);
      return true;
    });
    const waiting = second.trade(expired, never);
    expect(await trading).toBe(true);

    second.show(() => second.tokens.save(fresh));

    expect(await waiting).toBe(true);
  });

  it('that another tab could not refresh are gone for all', async () => {
    const [first, second] = twoTabs();
    const refused = new Promise<boolean>((resolve) => {
      void first.trade(expired, () => new Promise(() => resolve(false)));
    });
    const waiting = second.trade(expired, never);
    expect(await refused).toBe(false);

    second.show(() => second.tokens.clear());

    expect(await waiting).toBe(false);
  });

  it('are refreshed by the next tab when the first one closed before finishing', async () => {
    const [first, second] = twoTabs();
    expect(await first.trade(expired, async () => false)).toBe(false);
    expect(await second.trade(expired, async () => true)).toBe(true);
  });

  it('are refreshed by each tab alone when there are no locks', async () => {
    const [{ tokens }] = twoTabs();
    const trade = inOneTab(tokens, undefined, new EventTarget());
    expect(await trade(expired, async () => true)).toBe(true);
  });
});
