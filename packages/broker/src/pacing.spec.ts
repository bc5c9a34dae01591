import { describe, expect, it } from 'vitest';
import { Pacing } from './pacing.js';

const opened = () => {
  const clock = { wall: Date.parse('2026-07-29T14:00:00Z'), elapsed: 5_000 };
  const waits: number[] = [];
  const pacing = new Pacing({
    now: () => clock.wall,
    elapsed: () => clock.elapsed,
    random: () => 0,
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  const pass = (milliseconds: number) => {
    clock.wall += milliseconds;
    clock.elapsed += milliseconds;
  };
  return { clock, waits, pacing, pass };
};

describe('the pace of calls', () => {
  it('waits for the rest of the window, whatever happens to the clock meanwhile', async () => {
    const { clock, waits, pacing, pass } = opened();
    pacing.read(new Headers({ 'retry-after': '10' }));
    pass(4_000);
    clock.wall -= 4 * 60_000;
    await pacing.turn(undefined);
    expect(waits).toEqual([6_000]);
    pass(6_000);
    await pacing.turn(undefined);
    expect(waits).toHaveLength(1);
  });

  it.each([
    ['a reset that the broker names', (now: number) => String(now / 1_000 + 20), 20_000],
    [
      'a reset that is hours away by a clock that is wrong',
      (now: number) => String(now / 1_000 + 9_000),
      65_000,
    ],
  ])('waits for %s, but no longer than a window lasts', async (_what, reset, waited) => {
    const { clock, waits, pacing } = opened();
    pacing.read(new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset(clock.wall) }));
    await pacing.turn(undefined);
    expect(waits).toEqual([waited]);
  });

  it('reads the end of a window by the broker’s clock, however wrong ours is', async () => {
    const { clock, waits, pacing } = opened();
    const theirs = clock.wall + 6 * 60_000;
    pacing.read(
      new Headers({
        date: new Date(theirs).toUTCString(),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(theirs / 1_000 + 3),
      }),
    );
    await pacing.turn(undefined);
    expect(waits).toEqual([3_000]);
  });
});
