import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../history/chance.js';
import type { Part } from '../money/part.js';

/** What became of processes. */
export interface Struck {
  readonly kills: number;
  readonly freezes: number;
}

/** Milliseconds: some wake before they are missed, others after another process has taken over. */
const frozen = { short: { least: 100, most: 3_000 }, long: { least: 6_500, most: 9_000 } };

/**
 * Kills or freezes one process after the other at random moments.
 * @param recovered resolves when the others have made up for it
 */
export const strikeProcesses = async (
  processes: readonly Part[],
  strikes: number,
  chance: Chance,
  recovered: () => Promise<void>,
): Promise<Struck> => {
  const struck = { kills: 0, freezes: 0 };
  for (let index = 0; index < strikes; index += 1) {
    await pause(chance.between(0, 500));
    const part = chance.pick(processes);
    if (chance.happens(0.5)) {
      struck.kills += 1;
      await part.kill(chance.between(0, 1_000));
    } else {
      struck.freezes += 1;
      const { least, most } = chance.happens(0.5) ? frozen.long : frozen.short;
      await part.freeze(chance.between(least, most));
    }
    await recovered();
  }
  return struck;
};

/** Events between two stops, so that there is something to lose, however long PostgreSQL takes to come back. */
const leastBetween = 20;

/**
 * Stops PostgreSQL in immediate mode at random moments while everything writes.
 * @param events how many have been appended so far
 */
export const stopPostgresql = async (
  postgresql: Part,
  stops: number,
  chance: Chance,
  events: () => number,
): Promise<void> => {
  for (let index = 0; index < stops; index += 1) {
    const before = events();
    await pause(chance.between(200, 2_000));
    while (events() < before + leastBetween) await pause(20);
    await postgresql.kill(chance.between(0, 300));
  }
};
