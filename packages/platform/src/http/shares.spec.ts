import { describe, expect, it } from 'vitest';
import { Shares } from './shares.js';

const sharesAt = (limits: ConstructorParameters<typeof Shares>[0]) => {
  const clock = { now: 0 };
  return { shares: new Shares(limits, () => clock.now), clock };
};

describe('the share of a network', () => {
  it('is a fixed number at a time, until one is given back, for this network alone', () => {
    const { shares } = sharesAt({ atOnce: 2, perSecond: 100, burst: 100 });
    const [first] = [shares.take('a'), shares.take('a')];
    expect(shares.take('a')).toBeUndefined();
    expect(shares.take('b')).toBeTypeOf('function');
    first?.();
    expect(shares.take('a')).toBeTypeOf('function');
  });

  it('is a fixed number at once, and then a rate per second', () => {
    const { shares, clock } = sharesAt({ atOnce: 100, perSecond: 2, burst: 3 });
    const count = () => {
      let times = 0;
      for (let giveBack = shares.take('a'); giveBack; giveBack = shares.take('a')) {
        giveBack();
        times += 1;
      }
      return times;
    };
    expect(count()).toBe(3);
    clock.now = 400;
    expect(count()).toBe(0);
    clock.now = 1_000;
    expect(count()).toBe(2);
    clock.now = 100_000;
    expect(count()).toBe(3);
  });

  it('counts as told to come back for five seconds, for this network alone', () => {
    const { shares, clock } = sharesAt({ atOnce: 1, perSecond: 1, burst: 1 });
    expect(shares.wasRefused('a')).toBe(false);
    shares.refused('a');
    clock.now = 4_999;
    expect([shares.wasRefused('a'), shares.wasRefused('b')]).toStrictEqual([true, false]);
    clock.now = 5_000;
    expect(shares.wasRefused('a')).toBe(false);
  });

  it('grows four times slower while it keeps sending after it was told to come back later', () => {
    const { shares, clock } = sharesAt({ atOnce: 100, perSecond: 20, burst: 20 });
    const takenIn = (milliseconds: number, sendsOn: boolean) => {
      let taken = 0;
      for (const end = clock.now + milliseconds; clock.now < end; clock.now += 10) {
        const giveBack = shares.take('a');
        giveBack?.();
        if (giveBack) taken += 1;
        else if (sendsOn) shares.refused('a');
      }
      return taken;
    };
    takenIn(1_000, false);
    expect(takenIn(4_000, false)).toBe(80);
    expect(takenIn(4_000, true)).toBe(20);
    clock.now += 5_000;
    expect(takenIn(1_000, false)).toBeGreaterThanOrEqual(39);
  });

  it('uses bounded memory under a flood of networks', () => {
    const { shares } = sharesAt({ atOnce: 1, perSecond: 1, burst: 1 });
    for (let network = 0; network < 50_000; network += 1) shares.take(String(network))?.();
    expect(shares.size).toBeLessThanOrEqual(20_000);
    expect(shares.take('49999')).toBeUndefined();
  });
});
