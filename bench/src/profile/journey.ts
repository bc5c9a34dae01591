import { setTimeout as pause } from 'node:timers/promises';
import { quantilesOf } from '../transfers/load.js';

/**
 * Sets out once. @returns after the command was taken, how to wait for what comes of it, and how many milliseconds that took
 * @throws when the command is refused
 */
type SetOut = (index: number) => Promise<() => Promise<number>>;

/** What a person does repeatedly on a whole instance. */
export interface Journey {
  /** What is done, and what its time counts from. */
  readonly words: string;
  /** How often it is done before anything is measured: Node has compiled it then. */
  readonly warmUp: { readonly count: number; readonly perSecond: number };
  /** A second, one after the other. */
  readonly rates: readonly number[];
  readonly go: SetOut;
  /** Another measure, without what it costs. */
  readonly afterwards?: { readonly words: string; readonly perSecond: number; readonly go: SetOut };
  close(): void;
}

/** Milliseconds that they took, and how many were refused. */
export interface Gone {
  readonly median: number;
  readonly p99: number;
  readonly refused: number;
}

/** Sets out at a steady rate, whatever comes of those before, and waits for all. */
export const goSteadily = async (go: SetOut, count: number, perSecond: number): Promise<Gone> => {
  const times: number[] = [];
  const ended: Promise<void>[] = [];
  let refused = 0;
  const started = performance.now();
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, started + (index * 1_000) / perSecond - performance.now()));
    const taken = go(index);
    ended.push(
      taken.then(
        async (end) => void times.push(await end()),
        () => {
          refused += 1;
        },
      ),
    );
  }
  await Promise.all(ended);
  return { ...quantilesOf(times), refused };
};
