import { idOfStream } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { CoreServices } from './core-services.js';
import { forgetEverywhere } from './erase-person.js';
import { createLogReader } from './shared/log-reader.js';

/**
 * Erases people again whom the vault still knows although the log has them as erased, or as gone from the waitlist without an
 * account: a restored backup brings people back, an erasure may have been interrupted, and only the log remembers. The vault is asked
 * each time, because a restore is not announced.
 */
export const createEraseAgain = (
  core: Pick<CoreServices, 'eventStore' | 'database' | 'vault' | 'links' | 'sessions' | 'accounts'>,
  log: Log,
): (() => Promise<void>) => {
  // Kept when the log is read from its beginning again: no one who was erased comes back with an older log.
  const erased = new Set<string>();
  const left = new Set<string>();
  const withAccount = new Set<string>();
  const readOn = createLogReader({
    eventStore: core.eventStore,
    categories: ['user', 'waitlist'],
    onEvent({ type, stream }) {
      const personId = idOfStream(stream);
      if (type === 'PersonErased') erased.add(personId);
      if (type === 'UserRegistered') withAccount.add(personId);
      if (type === 'WaitlistLeft') left.add(personId);
      if (type === 'WaitlistJoined') left.delete(personId);
    },
  });
  const isGone = async (personId: string): Promise<boolean> =>
    erased.has(personId) || (await core.accounts.find(personId)) === undefined;

  return async () => {
    await readOn();
    const gone = [...left].filter((personId) => !withAccount.has(personId));
    let people = 0;
    for (const personId of await core.vault.knownAmong([...erased, ...gone])) {
      // They may have opened an account since the log was read.
      if (!(await isGone(personId))) continue;
      await forgetEverywhere(core, personId);
      people += 1;
    }
    if (people > 0) log.warn({ people }, 'erased people who were still in the vault');
  };
};
