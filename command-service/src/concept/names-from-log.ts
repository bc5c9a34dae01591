import { idOfStream } from '@groundswell/contracts';
import { nameKey } from '@groundswell/domain/concept';
import type { Database } from '@groundswell/platform/database';
import type { EventStore, Position } from '@groundswell/platform/event-store';

interface Named {
  readonly concept_id: string;
  readonly name_key: string;
  readonly named_at: Date;
}

/** A holder from before the name was given to another concept has lost it; a later one may be newer than what was read. */
const remember = `
  INSERT INTO command_service.concept_name AS known (name_key, concept_id, reserved_at, settled)
  SELECT DISTINCT ON (name_key) name_key, concept_id, named_at, true
    FROM jsonb_to_recordset($1) AS r (name_key text, concept_id text, named_at timestamptz)
   ORDER BY name_key, named_at
  ON CONFLICT (name_key) DO UPDATE
    SET concept_id = excluded.concept_id, reserved_at = excluded.reserved_at, settled = true
    WHERE known.concept_id <> excluded.concept_id AND known.reserved_at < excluded.reserved_at`;

/**
 * Remembers the names that concepts have in the log: a restored copy of the database has forgotten those given since, and
 * they would be given twice. The log is read from its beginning once, and then from where that ended.
 */
export const createNamesFromLog = (
  eventStore: Pick<EventStore, 'readAll'>,
  database: Pick<Database, 'query'>,
): (() => Promise<void>) => {
  const named = new Map<string, Named>();
  let readTo: Position | undefined;

  const readOn = async (): Promise<void> => {
    for await (const { events, position } of eventStore.readAll({ after: readTo, categories: ['concept'] })) {
      for (const { type, data, stream, recordedAt } of events) {
        if (type !== 'ConceptCreated' && type !== 'ConceptRenamed') continue;
        const concept_id = idOfStream(stream);
        named.set(concept_id, { concept_id, name_key: nameKey(data.name), named_at: recordedAt });
      }
      readTo = position;
    }
  };

  return async () => {
    await readOn();
    await database.query(remember, [JSON.stringify([...named.values()])]);
  };
};
