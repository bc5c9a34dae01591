import { setTimeout as pause } from 'node:timers/promises';
import { Chance } from '../history/chance.js';

/**
 * Arrivals of a Poisson process: each is sent when it is due, whether or not earlier ones were answered. A
 * request sent late for lack of a processor is late for its person, so `send` receives the time it was due.
 */
export const arrive = async (
  perSecond: number,
  seed: number,
  until: () => boolean,
  send: (meant: number) => void,
): Promise<void> => {
  const chance = new Chance(seed);
  const gap = (): number => (-Math.log(1 - chance.fraction()) * 1_000) / perSecond;
  let next = performance.now() + gap();
  while (!until()) {
    const now = performance.now();
    if (next > now) await pause(next - now);
    for (; next <= performance.now(); next += gap()) send(next);
  }
};
