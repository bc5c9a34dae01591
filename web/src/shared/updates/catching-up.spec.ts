import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchingUp } from './catching-up.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minute = 60_000;
const at = (position: string, data: object = {}) => ({ data, stale: false, position });
const first = at('200');
/** What a screen shows after a reading that failed. */
const failed = () => ({ ...first, failure: new Error('no answer') });

/** A screen whose data is read again with `answer`; it begins at position 200. */
const screenOf = (answer: () => ReturnType<typeof at>) => {
  const seen = { reads: 0, updates: 0 };
  const screen = catchingUp({
    pace: 1_000,
    readAgain: () => {
      seen.reads += 1;
      setTimeout(() => screen.shows(answer()), 10);
    },
    onUpdated: () => {
      seen.updates += 1;
    },
  });
  screen.shows(first);
  return { screen, seen };
};

describe('a screen that a change has reached', () => {
  it('is read again once, and its update is announced once the answer is there', async () => {
    const { screen, seen } = screenOf(() => at('300'));

    screen.heard('300');
    screen.heard('250');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual({ reads: 1, updates: 0 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen).toEqual({ reads: 1, updates: 1 });
  });

  it('is not read again for what it includes', async () => {
    const { screen, seen } = screenOf(() => at('300'));
    screen.heard('200');
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBe(0);
  });

  it('is read at its pace while changes come faster', async () => {
    let newest = 200;
    const { screen, seen } = screenOf(() => at(String(newest)));
    for (let tenth = 0; tenth < 100; tenth += 1) {
      newest += 1;
      screen.heard(String(newest));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(seen.reads).toBeGreaterThanOrEqual(8);
    expect(seen.reads).toBeLessThanOrEqual(10);
  });

  it('is read less and less often while the answers stay behind, and announces nothing', async () => {
    const { screen, seen } = screenOf(() => at('200'));
    screen.heard('300');
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBeGreaterThanOrEqual(5);
    expect(seen.reads).toBeLessThanOrEqual(6);
    expect(seen.updates).toBe(0);

    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(seen.reads).toBeLessThanOrEqual(6 + 21);
  });

  it('is read soon again when the next change comes', async () => {
    let position = '200';
    const { screen, seen } = screenOf(() => at(position));
    screen.heard('300');
    await vi.advanceTimersByTimeAsync(10 * minute);
    const before = seen.reads;

    position = '301';
    screen.heard('301');
    await vi.advanceTimersByTimeAsync(1_100);

    expect(seen).toEqual({ reads: before + 1, updates: 1 });
  });

  it('is read again once after tables were replaced, whatever their position', async () => {
    const { screen, seen } = screenOf(() => at('200'));
    screen.heard('150', true);
    await vi.advanceTimersByTimeAsync(1_005);
    expect(seen.reads).toBe(1);

    screen.heard('150', true);
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBe(2);
  });

  it('is read again after a failure until it shows what replaced its tables, less and less often', async () => {
    let isDown = true;
    const { screen, seen } = screenOf(() => (isDown ? failed() : at('200', { worth: '101.00' })));
    screen.heard('150', true);
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBeGreaterThanOrEqual(5);
    expect(seen.reads).toBeLessThanOrEqual(6);
    expect(seen.updates).toBe(0);
    const before = seen.reads;

    isDown = false;
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(seen).toEqual({ reads: before + 1, updates: 1 });
  });

  it('is read again for tables that were replaced while it was being read', async () => {
    const { screen, seen } = screenOf(() => at('300'));
    screen.heard('300');
    await vi.advanceTimersByTimeAsync(1_005);
    screen.heard('150', true);
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBe(2);
  });

  it('announces other figures although its position stands still', async () => {
    let worth = 101;
    const { screen, seen } = screenOf(() => at('200', { worth: ++worth }));
    screen.heard('300');
    await vi.advanceTimersByTimeAsync(1_100);
    expect(seen).toEqual({ reads: 1, updates: 1 });
  });

  it('is left alone once it is no longer there', async () => {
    const { screen, seen } = screenOf(() => at('200'));
    screen.heard('300');
    screen.stop();
    await vi.advanceTimersByTimeAsync(minute);
    expect(seen.reads).toBe(0);
  });
});
