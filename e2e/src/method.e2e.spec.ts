import { beforeAll, describe, expect, it, vi } from 'vitest';
import { heading } from './browsing.js';
import { startMaking } from './made-trend.js';
import { type Figures, figuresBy } from './method/figures.js';
import { publicData } from './method/public-data.js';
import { growthBy, type Returns } from './method/recompute.js';
import { type Rules, rulesIn } from './method/rules.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

/** Splits, dividends, a two-week halt, a missing day, a listing of this year, and a coin. */
const awkward = { FELE: 20, DUOL: 15, CRWD: 10, MSFT: 15, MERB: 15, ERII: 10, HLXL: 5, 'BTC/USD': 10 };

let text: string;
let rules: Rules;
let made: string;
const kept = new Map<string, Promise<Returns>>();
const data = () => publicData(instance.url);

const hour = 3_600_000;
/** Those of the demo and the awkward one: other specs may be changing theirs. */
const unchangingTrends = async () =>
  (await data().trends()).filter(
    ({ id, changed_at }) => id === made || Date.parse(changed_at) < Date.now() - hour,
  );
const returnsOf = (symbol: string): Promise<Returns> => {
  const found = kept.get(symbol) ?? data().returns(symbol);
  kept.set(symbol, found);
  return found;
};

beforeAll(async () => {
  const make = await startMaking(instance);
  made = await make('Awkward', awkward);
  const isPriced = async () => expect((await data().trend(made)).growth_list.length).toBeGreaterThan(200);
  await vi.waitFor(isPriced, { timeout: 60_000, interval: 250 });
});

/** Growth and figures of a trend, computed only from the method page and public data. */
const recomputed = async (id: string, by: Rules): Promise<Figures> => {
  const last = await data().lastSession();
  const sessions = (await returnsOf(by.benchmark)).map(([date]) => date).filter((date) => date <= last);
  const changes = await data().changes(id);
  const symbols = new Set([by.benchmark, ...changes.flatMap(({ weights }) => [...weights.keys()])]);
  const returns = new Map<string, Returns>();
  for (const symbol of symbols) returns.set(symbol, await returnsOf(symbol));
  return figuresBy(by, sessions, (year) =>
    growthBy(by, changes, { sessions: year, returnsOf: (symbol) => returns.get(symbol) ?? [] }),
  );
};
const shown = async (id: string): Promise<Figures> => {
  const { concept, growth_list, risk } = await data().trend(id);
  return { growth: growth_list, risk, performance: concept.performance };
};

describe('the method page', () => {
  it('states everything needed to recompute every figure of every trend, to the last digit', async () => {
    await page.goto('/method');
    await heading(page, 'How performance is calculated').waitFor();
    text = await page.getByRole('main').innerText();
    rules = rulesIn(text);
    const trends = (await unchangingTrends()).filter(({ provenance }) => provenance !== null);
    expect(trends.length).toBeGreaterThan(10);
    for (const { id, name } of trends) {
      expect({ name, ...(await recomputed(id, rules)) }).toEqual({ name, ...(await shown(id)) });
    }
  });

  it.each([
    ['a holding gets its first price', { rebalance: { firstPrice: false } }],
    ['a halted security keeps its last price', { keepsLastPrice: false }],
    ['days without a session count toward the next one', { countsDaysBetween: false }],
    ['the standard deviation is a sample’s', { sample: false }],
  ])('would not suffice without the rule that %s', async (_rule, without) => {
    const rebalance = { ...rules.rebalance, ...('rebalance' in without ? without.rebalance : {}) };
    expect(await recomputed(made, { ...rules, ...without, rebalance })).not.toEqual(await shown(made));
  });

  it('would not suffice without the rebalance at which tracking begins', async () => {
    const untold = { ...rules, rebalance: { ...rules.rebalance, tracking: false } };
    const trends = await unchangingTrends();
    const young = trends.find(({ provenance }) => provenance === 'partly_simulated')?.id ?? '';
    expect(await recomputed(young, untold)).not.toEqual(await shown(young));
  });
});

describe('the public prices', () => {
  it('are those that the log proves, and include every awkward case of a market', async () => {
    const found: Record<string, boolean> = {};
    for (const symbol of Object.keys(awkward)) {
      const recorded = await data().recorded(symbol);
      expect(recorded.map(({ date, totalReturn }) => [date, totalReturn])).toEqual(await returnsOf(symbol));
      const steps = recorded.slice(1).map(({ close, totalReturn }, at) => ({
        change: Number(close) / Number(recorded[at]?.close) - 1,
        total: Number(totalReturn),
      }));
      found.split ||= steps.some(({ change, total }) => change < -0.4 && total > -0.3);
      found.dividend ||= steps.some(({ change, total }) => total - change > 0.0005 && total - change < 0.03);
      const days = new Set(recorded.map(({ date }) => date));
      const spy = (await returnsOf(rules.benchmark)).map(([date]) => date);
      const listed = recorded[0]?.date ?? '';
      found.halt ||= spy.filter((date) => date > listed && !days.has(date)).length > 8;
      found.youngListing ||= spy.filter((date) => date < listed).length > 60;
      found.weekends ||= recorded.length > spy.length * 1.3;
    }
    expect(found).toEqual({ split: true, dividend: true, halt: true, youngListing: true, weekends: true });
  });
});
