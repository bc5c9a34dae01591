import {
  type ChangeLine,
  type ConceptChangeKind,
  idOfStream,
  type KnownConcept,
  knownAfter,
  tellChange,
} from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';

export const conceptHistoryDdl = `
CREATE TABLE known_concept (id text PRIMARY KEY, state jsonb NOT NULL, position bigint NOT NULL);
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
);
CREATE INDEX concept_change_of_concept ON concept_change (concept_id, position DESC);
CREATE INDEX concept_change_of_person ON concept_change (actor_id, position DESC);
CREATE INDEX concept_change_of_symbol ON concept_change USING gin (symbols)`;

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

export interface Standing {
  readonly concept: KnownConcept | undefined;
  readonly position: bigint;
}

const changeOf = (
  event: RecordedEvent,
  before: KnownConcept | undefined,
  after: KnownConcept,
): ConceptChange[] => {
  const told = tellChange(event, before, after);
  if (!told) return [];
  const { metadata } = event;
  return [
    {
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
    },
  ];
};

/** Follows concepts through events; what a concept has seen already is passed over. Pure. */
export const follow = (
  known: ReadonlyMap<string, Standing>,
  events: readonly RecordedEvent[],
): { readonly known: ReadonlyMap<string, Standing>; readonly changes: readonly ConceptChange[] } => {
  const next = new Map(known);
  const changes: ConceptChange[] = [];
  for (const event of events) {
    const id = idOfStream(event.stream);
    const before = next.get(id);
    const position = event.position.commit;
    if (before && position <= before.position) continue;
    const after = knownAfter(before?.concept, event);
    if (after) changes.push(...changeOf(event, before?.concept, after));
    next.set(id, { concept: after, position });
  }
  return { known: next, changes };
};

const loadKnown = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Standing>> => {
  const found = await sql.query<{ id: string; state: KnownConcept; position: string }>(
    'SELECT id, state, position::text AS position FROM known_concept WHERE id = ANY ($1)',
    [ids],
  );
  return new Map(
    found.map(({ id, state, position }) => [id, { concept: state, position: BigInt(position) }]),
  );
};

const writeKnown = `INSERT INTO known_concept (id, state, position)
  SELECT id, state, position FROM jsonb_to_recordset($1) AS r (id text, state jsonb, position bigint)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, position = excluded.position
  WHERE known_concept.position < excluded.position`;

const writeChanges = `INSERT INTO concept_change
  SELECT position, concept_id, concept_name, revision, kind, occurred_at, recorded_at, actor_id, actor_role,
    correlation_id, reason, symbols, lines
  FROM jsonb_to_recordset($1) AS r (position bigint, concept_id text, concept_name text, revision text, kind text,
    occurred_at timestamptz, recorded_at timestamptz, actor_id text, actor_role text, correlation_id text,
    reason text, symbols text[], lines jsonb)
  ON CONFLICT (position) DO NOTHING`;

/** Writes down every change of a batch, and what is known of the concepts after it. */
export const applyHistory = async (events: readonly RecordedEvent[], sql: Sql): Promise<boolean> => {
  const ids = [...new Set(events.map(({ stream }) => idOfStream(stream)))];
  const { known, changes } = follow(await loadKnown(sql, ids), events);
  const states = [...known].flatMap(([id, { concept, position }]) =>
    concept ? [{ id, state: concept, position: position.toString() }] : [],
  );
  if (states.length > 0) await sql.query(writeKnown, [JSON.stringify(states)]);
  if (changes.length > 0) await sql.query(writeChanges, [JSON.stringify(changes)]);
  return changes.length > 0;
};
