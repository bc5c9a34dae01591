import type { ChangeLine, ConceptChangeKind } from '@groundswell/contracts';
import { type Concept, tellChange } from '@groundswell/domain/concept';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { Journal } from '@groundswell/platform/read-store';

/** A recorded change: who, when, why, before and after. */
export interface ConceptChange {
  readonly concept_id: string;
  /** Name of the concept after the change. */
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

interface Identified extends Concept {
  readonly id: string;
}

const changeOf = (
  event: RecordedEvent,
  before: Identified | undefined,
  after: Identified,
): ConceptChange | undefined => {
  const told = tellChange(event, before, after);
  if (!told) return undefined;
  const { metadata } = event;
  return {
    concept_id: after.id,
    concept_name: after.name,
    revision: event.revision.toString(),
    kind: told.kind,
    occurred_at: metadata.occurredAt,
    recorded_at: event.recordedAt.toISOString(),
    actor_id: metadata.actor.id,
    actor_role: metadata.actor.role,
    correlation_id: metadata.correlationId,
    reason: metadata.reason ?? null,
    symbols: [...new Set(told.lines.flatMap(({ symbol }) => symbol ?? []))],
    lines: told.lines,
  };
};

export const changes: Journal<Identified, ConceptChange> = {
  name: 'concept_change',
  columns: {
    concept_id: 'text',
    concept_name: 'text',
    revision: 'text',
    kind: 'text',
    occurred_at: 'timestamptz',
    recorded_at: 'timestamptz',
    actor_id: 'text',
    actor_role: 'text',
    correlation_id: 'text',
    reason: 'text?',
    symbols: 'text[]',
    lines: 'jsonb',
  },
  lineOf: changeOf,
};

export const changeIndexes = [
  'CREATE INDEX IF NOT EXISTS concept_change_of_concept ON concept_change (concept_id, position DESC)',
  'CREATE INDEX IF NOT EXISTS concept_change_of_person ON concept_change (actor_id, position DESC)',
  'CREATE INDEX IF NOT EXISTS concept_change_of_symbol ON concept_change USING gin (symbols)',
] as const;
