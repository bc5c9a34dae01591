import { idOfStream } from '@groundswell/contracts';
import type { EventStore, Position } from '@groundswell/platform/event-store';
import type { ConceptNames, NamedConcept } from './names.js';

/**
 * Remembers the names that concepts have in the log: a restored copy of the database has forgotten those given since, and
 * they would be given twice. The log is read from its beginning once, and then from where that ended.
 */
export const createNamesFromLog = (
  eventStore: Pick<EventStore, 'readAll'>,
  names: Pick<ConceptNames, 'learn'>,
): (() => Promise<void>) => {
  const named = new Map<string, NamedConcept>();
  let readTo: Position | undefined;

  const readOn = async (): Promise<void> => {
    for await (const { events, position } of eventStore.readAll({ after: readTo, categories: ['concept'] })) {
      for (const { type, data, stream, recordedAt: since } of events) {
        if (type !== 'ConceptCreated' && type !== 'ConceptRenamed') continue;
        const conceptId = idOfStream(stream);
        named.set(conceptId, { conceptId, name: data.name, since });
      }
      readTo = position;
    }
  };

  return async () => {
    await readOn();
    await names.learn([...named.values()]);
  };
};
