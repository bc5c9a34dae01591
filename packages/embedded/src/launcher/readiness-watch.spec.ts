import { type Unready, unreadyText } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { watchReadiness } from './readiness-watch.js';

const trendList = (why: string): Unready => ({ projections: [{ check: 'trendList', why }] });
const frozen: Unready = { workers: [{ check: 'answer', why: 'it does not answer' }] };

/** The lines reported for a series of polls. */
const watch = async (looks: readonly Unready[], known: Unready = {}): Promise<string[]> => {
  const said: string[] = [];
  const stopped = new AbortController();
  const left = [...looks];
  await watchReadiness({
    ask: async () => {
      const next = left.shift();
      if (next === undefined) stopped.abort();
      return next ?? {};
    },
    known,
    say: (line) => said.push(line),
    onAllReady: () => said.push('all ready'),
    signal: stopped.signal,
    every: 0,
  });
  return said;
};

describe('the watch over the parts', () => {
  it('names a part that is not ready, the check and the reason, and says when it is ready again', async () => {
    const looks = [{}, trendList('a'), trendList('a'), trendList('b'), { ...trendList('b'), ...frozen }];
    expect(await watch([...looks, { ...trendList('b'), ...frozen }, frozen, frozen, {}, {}])).toEqual([
      'projections is not ready: trendList: a',
      'workers is not ready: it does not answer',
      'projections is ready again',
      'workers is ready again',
    ]);
  });

  it('says nothing about a part that is back by the next look', async () => {
    expect(await watch([{}, frozen, {}, frozen, {}])).toEqual([]);
  });

  it('says once that all are ready, if they were not at first', async () => {
    const known = trendList('a');
    expect(await watch([known, known, {}, {}, {}], known)).toEqual([
      'projections is ready again',
      'all ready',
    ]);
    expect(await watch([{}, {}])).toEqual([]);
  });

  it('gives one line to each part', () => {
    const growthAndWaitlist = ['growth', 'waitlist'].map((check) => ({ check, why: 'b' }));
    const both = { projections: [...(trendList('a').projections ?? []), ...growthAndWaitlist] };
    expect(unreadyText({ ...both, ...frozen })).toEqual([
      'projections is not ready: trendList: a; growth, waitlist: b',
      'workers is not ready: it does not answer',
    ]);
  });
});
