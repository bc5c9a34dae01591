import { idOfStream } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { CoreServices } from './core-services.js';
import { forgetEverywhere } from './erase-person.js';
import { createLogReader } from './shared/log-reader.js';

/**
 * Erases people again whom the log has as erased but the vault still knows: a restored backup brings people
 * back, and only the log remembers. The vault is asked each time, because a restore is not announced.
 */
export const createEraseAgain = (
  core: Pick<CoreServices, 'eventStore' | 'database' | 'vault' | 'links' | 'sessions'>,
  log: Log,
): (() => Promise<void>) => {
  // Kept when the log is read from its beginning again: no one who was erased comes back with an older log.
  const erased = new Set<string>();
  const readOn = createLogReader({
    eventStore: core.eventStore,
    categories: ['user'],
    onEvent({ type, stream }) {
      if (type === 'PersonErased') erased.add(idOfStream(stream));
    },
  });

  return async () => {
    await readOn();
    const back = await core.vault.knownAmong([...erased]);
    for (const personId of back) await forgetEverywhere(core, personId);
    if (back.length > 0)
      log.warn({ people: back.length }, 'erased people who had come back into the vault again');
  };
};
