import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../history/chance.js';
import type { Part } from '../money/part.js';

/** What became of processes. */
export interface Struck {
  readonly kills: number;
  readonly freezes: number;
}

/** Milliseconds: some wake before they are missed, others after another process has taken over. */
const frozen = { least: 100, most: 12_000 };

/**
 * Kills or freezes one process after the other at random moments, never the last one that is at work: each is down or frozen
 * while the next ones are struck.
 */
export const strikeProcesses = async (
  processes: readonly Part[],
  strikes: number,
  chance: Chance,
): Promise<Struck> => {
  const struck = { kills: 0, freezes: 0 };
  const down = new Map<Part, Promise<void>>();
  for (let index = 0; index < strikes; index += 1) {
    await pause(chance.between(0, 1_500));
    while (down.size >= processes.length - 1) await Promise.race(down.values());
    const part = chance.pick(processes.filter((process) => !down.has(process)));
    const kills = chance.happens(0.5);
    const strike = kills
      ? part.kill(chance.between(0, 1_000))
      : part.freeze(chance.between(frozen.least, frozen.most));
    struck[kills ? 'kills' : 'freezes'] += 1;
    down.set(
      part,
      strike.finally(() => down.delete(part)),
    );
  }
  await Promise.all(down.values());
  return struck;
};

/** Stops PostgreSQL in immediate mode at random moments while everything writes. */
export const stopPostgresql = async (postgresql: Part, stops: number, chance: Chance): Promise<void> => {
  for (let index = 0; index < stops; index += 1) {
    await pause(chance.between(200, 2_000));
    await postgresql.kill(chance.between(0, 300));
  }
};
