import { idOfStream } from '@groundswell/contracts';
import type { EventStore } from '@groundswell/platform/event-store';
import { createLogReader } from '../shared/log-reader.js';
import type { ConceptNames, NamedConcept } from './names.js';

/**
 * Remembers the names that concepts have in the log: a restored copy of the database has forgotten those given since, and
 * they would be given twice.
 */
export const createNamesFromLog = (
  eventStore: Pick<EventStore, 'expectLog' | 'readAll'>,
  names: Pick<ConceptNames, 'learn'>,
): (() => Promise<void>) => {
  const named = new Map<string, NamedConcept>();
  const readOn = createLogReader({
    eventStore,
    categories: ['concept'],
    onBeginning: () => named.clear(),
    onEvent({ type, data, stream, recordedAt: since }) {
      if (type !== 'ConceptCreated' && type !== 'ConceptRenamed') return;
      const conceptId = idOfStream(stream);
      named.set(conceptId, { conceptId, name: data.name, since });
    },
  });

  return async () => {
    await readOn();
    await names.learn([...named.values()]);
  };
};
