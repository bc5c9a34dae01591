import { setTimeout as pause } from 'node:timers/promises';
import { Chance } from '../history/chance.js';

/**
 * Arrivals of a Poisson process: each is sent when its time has come, whether or not those before it were answered. What is
 * sent late for want of a processor is late for the person who waits, so `send` is told when it was meant to be.
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
