import { idOfStream } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { Position } from '@groundswell/platform/event-store';
import type { CoreServices } from './core-services.js';
import { forgetEverywhere } from './erase-person.js';

/**
 * Erases people again whom the log has as erased but the vault still knows: a restored backup brings people
 * back, and only the log remembers. The log is read from its beginning once, and then from where that ended;
 * the vault is asked each time, because a restore is not announced.
 */
export const createEraseAgain = (
  { eventStore, database, vault }: Pick<CoreServices, 'eventStore' | 'database' | 'vault'>,
  log: Log,
): (() => Promise<void>) => {
  const erased = new Set<string>();
  let readTo: Position | undefined;

  const readOn = async (): Promise<void> => {
    for await (const { events, position } of eventStore.readAll({ after: readTo, categories: ['user'] })) {
      for (const { type, stream } of events) if (type === 'PersonErased') erased.add(idOfStream(stream));
      readTo = position;
    }
  };

  return async () => {
    await readOn();
    const back = await vault.knownAmong([...erased]);
    for (const personId of back) await forgetEverywhere({ database, vault }, personId);
    if (back.length > 0)
      log.warn({ people: back.length }, 'erased people who had come back into the vault again');
  };
};
