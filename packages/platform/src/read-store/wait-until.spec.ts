import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWaiting } from './wait-until.js';

describe('many who wait for a position', () => {
  it('ask the database together when no notice comes', async () => {
    let asked = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const waitUntil = createWaiting({
      onNews: () => () => undefined,
      ask: () => {
        asked += 1;
        return answered;
      },
    });
    const waiting = Array.from({ length: 100 }, () => waitUntil(() => false, 300));
    await setTimeout(400);
    answer();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => false));
    expect(asked).toBe(1);
  });

  it('ask again when the answer to the last question brought nothing', async () => {
    let asked = 0;
    const waitUntil = createWaiting({
      onNews: () => () => undefined,
      ask: async () => {
        asked += 1;
      },
    });
    expect(await waitUntil(() => asked === 2, 5_000)).toBe(true);
  });
});
