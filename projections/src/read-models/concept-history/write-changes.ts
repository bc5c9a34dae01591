import {
  type ChangeLine,
  type ConceptChangeKind,
  idOfStream,
  type KnownConcept,
  knownAfter,
  tellChange,
} from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { HeldRows, sendTexts, storedRows, WaitingTexts, type Writer } from '@groundswell/platform/read-store';

/** What must be known of a concept to tell the next change to it. */
interface Known {
  readonly id: string;
  readonly state: KnownConcept;
}

const knownConcepts = storedRows<Known>({
  name: 'known_concept',
  key: 'id',
  columns: { id: 'text', state: 'jsonb' },
});

export const conceptHistoryDdl = `
${knownConcepts.ddl};
CREATE TABLE concept_change (
  position bigint PRIMARY KEY,
  concept_id text NOT NULL,
  concept_name text NOT NULL,
  revision text NOT NULL,
  kind text NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  actor_id text NOT NULL,
  actor_role text NOT NULL,
  correlation_id text NOT NULL,
  reason text,
  symbols text[] NOT NULL,
  lines jsonb NOT NULL
)`;

export const conceptHistoryIndexes = [
  'CREATE INDEX IF NOT EXISTS concept_change_of_concept ON concept_change (concept_id, position DESC)',
  'CREATE INDEX IF NOT EXISTS concept_change_of_person ON concept_change (actor_id, position DESC)',
  'CREATE INDEX IF NOT EXISTS concept_change_of_symbol ON concept_change USING gin (symbols)',
] as const;

/** One row of the table: a change as it was made. */
export interface ConceptChange {
  readonly position: string;
  readonly concept_id: string;
  /** The concept's name once the change was made. */
  readonly concept_name: string;
  readonly revision: string;
  readonly kind: ConceptChangeKind;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly actor_id: string;
  readonly actor_role: string;
  readonly correlation_id: string;
  readonly reason: string | null;
  readonly symbols: readonly string[];
  readonly lines: readonly ChangeLine[];
}

/** What an event did to a concept; undefined when there is nothing to tell. Pure. */
export const changeOf = (
  event: RecordedEvent,
  before: KnownConcept | undefined,
  after: KnownConcept,
): ConceptChange | undefined => {
  const told = tellChange(event, before, after);
  if (!told) return undefined;
  const { metadata } = event;
  return {
    kind: told.kind,
    lines: told.lines,
    position: event.position.commit.toString(),
    concept_id: idOfStream(event.stream),
    concept_name: after.name,
    revision: event.revision.toString(),
    occurred_at: metadata.occurredAt,
    recorded_at: event.recordedAt.toISOString(),
    actor_id: metadata.actor.id,
    actor_role: metadata.actor.role,
    correlation_id: metadata.correlationId,
    reason: metadata.reason ?? null,
    symbols: [...new Set(told.lines.flatMap(({ symbol }) => symbol ?? []))],
  };
};

const writeChanges = `INSERT INTO concept_change
  SELECT position, concept_id, concept_name, revision, kind, occurred_at, recorded_at, actor_id, actor_role,
    correlation_id, reason, symbols, lines
  FROM jsonb_to_recordset($1) AS r (position bigint, concept_id text, concept_name text, revision text, kind text,
    occurred_at timestamptz, recorded_at timestamptz, actor_id text, actor_role text, correlation_id text,
    reason text, symbols text[], lines jsonb)
  ON CONFLICT (position) DO NOTHING`;

/** Follows concepts through their events, and writes down every change. */
export const historyWriter = (isBeginning = false): Writer => {
  const known = new HeldRows(knownConcepts, isBeginning);
  const changes = new WaitingTexts();
  return {
    get waiting() {
      return known.waiting + changes.length;
    },
    prepare: (events, sql) =>
      known.load(
        sql,
        events.map(({ stream }) => idOfStream(stream)),
      ),
    take(events) {
      for (const event of events) {
        const id = idOfStream(event.stream);
        const { row, position } = known.get(id);
        if (event.position.commit <= position) continue;
        const after = knownAfter(row?.state, event);
        if (!after || after === row?.state) continue;
        known.change(id, { id, state: after }, event.position.commit);
        changes.add(changeOf(event, row?.state, after));
      }
    },
    handOver() {
      const { texts } = known.handOver();
      const told = changes.handOver();
      return async (sql) => {
        await knownConcepts.writeTexts(sql, texts);
        await sendTexts(sql, writeChanges, told);
        return told.length > 0;
      };
    },
    written: () => known.written(),
  };
};
