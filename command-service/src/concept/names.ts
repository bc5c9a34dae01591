import { type Refusal, refuse, streamOf } from '@groundswell/contracts';
import { evolve, initialState, nameKey, sameName } from '@groundswell/domain/concept';
import type { Database } from '@groundswell/platform/database';
import { type EventStore, load } from '@groundswell/platform/event-store';

/** Ensures that concept names are unique. */
export interface ConceptNames {
  /** Reserves the name for a concept until its command has ended, or for a minute. */
  reserve(name: string, conceptId: string): Promise<Refusal | undefined>;
  /** Called once the event that gives the concept its name is in the log. */
  settle(name: string, conceptId: string): Promise<void>;
  /** Takes over the names that the log says concepts have, where the table has none or an earlier holder. */
  learn(named: readonly NamedConcept[]): Promise<void>;
}

/** A concept, and when it got the name it has. */
export interface NamedConcept {
  readonly conceptId: string;
  readonly name: string;
  readonly since: Date;
}

interface Holder {
  readonly concept_id: string;
  readonly version: string;
  readonly underway: boolean;
}

/** An append that takes longer has failed, and its reservation with it. */
const longestAppend = '1 minute';

/** Keeps names in `command_service.concept_name`; the log shows which concept has one. */
export const createConceptNames = (database: Database, eventStore: EventStore): ConceptNames => {
  const take = async (key: string, conceptId: string): Promise<boolean> => {
    const taken = await database.query(
      `INSERT INTO command_service.concept_name VALUES ($1, $2, clock_timestamp(), false)
       ON CONFLICT (name_key) DO UPDATE SET reserved_at = excluded.reserved_at, settled = false
       WHERE concept_name.concept_id = excluded.concept_id
       RETURNING name_key`,
      [key, conceptId],
    );
    return taken.length > 0;
  };

  const holderOf = async (key: string): Promise<Holder | undefined> => {
    const [holder] = await database.query<Holder>(
      `SELECT concept_id, reserved_at::text AS version,
              NOT settled AND reserved_at > clock_timestamp() - $2::interval AS underway
       FROM command_service.concept_name WHERE name_key = $1`,
      [key, longestAppend],
    );
    return holder;
  };

  /** Whether the holder still has the name: it may have been renamed, or its append may have failed. */
  const stillHolds = async ({ concept_id }: Holder, name: string): Promise<boolean> => {
    const { state } = await load(eventStore, streamOf('concept', concept_id), { initialState, evolve });
    return state !== undefined && sameName(state.name, name);
  };

  /** Only replaces the reservation that was checked: the holder may have renewed it in the meantime. */
  const takeOver = async (key: string, holder: Holder, conceptId: string): Promise<boolean> => {
    const taken = await database.query(
      `UPDATE command_service.concept_name SET concept_id = $2, reserved_at = clock_timestamp(), settled = false
       WHERE name_key = $1 AND concept_id = $3 AND reserved_at = $4::timestamptz
       RETURNING name_key`,
      [key, conceptId, holder.concept_id, holder.version],
    );
    return taken.length > 0;
  };

  return {
    async reserve(name, conceptId) {
      const key = nameKey(name);
      if (await take(key, conceptId)) return undefined;
      const holder = await holderOf(key);
      if (!holder || holder.underway || (await stillHolds(holder, name))) return refuse('ConceptNameTaken');
      return (await takeOver(key, holder, conceptId)) ? undefined : refuse('ConceptNameTaken');
    },
    async settle(name, conceptId) {
      await database.query(
        'UPDATE command_service.concept_name SET settled = true WHERE name_key = $1 AND concept_id = $2',
        [nameKey(name), conceptId],
      );
    },
    async learn(named) {
      const rows = named.map(({ conceptId, name, since }) => [nameKey(name), conceptId, since]);
      await database.query(
        `INSERT INTO command_service.concept_name AS known (name_key, concept_id, reserved_at, settled)
         SELECT DISTINCT ON (1) named ->> 0, named ->> 1, (named ->> 2)::timestamptz AS since, true
           FROM jsonb_array_elements($1) AS named ORDER BY 1, since
         ON CONFLICT (name_key) DO UPDATE
           SET concept_id = excluded.concept_id, reserved_at = excluded.reserved_at, settled = true
           WHERE known.concept_id <> excluded.concept_id AND known.reserved_at < excluded.reserved_at`,
        [JSON.stringify(rows)],
      );
    },
  };
};
