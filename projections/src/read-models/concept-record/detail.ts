import { idOfStream } from '@groundswell/contracts';
import { type Concept, changeBy, createdConcept } from '@groundswell/domain/concept';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable } from '@groundswell/platform/read-store';
import { dayOfChange } from '../../concept/day-of-change.js';
import { changeIndexes, changes } from './change.js';
import { compositions, newYorkDateOf } from './composition.js';

/** Full contents of one trend. */
export interface ConceptDetail extends Concept {
  readonly id: string;
  /** The day in New York on which its holdings last changed; null before the first. */
  readonly composed_on: string | null;
  /** Revision of the stream, with which an editor states what they saw. */
  readonly revision: string;
  readonly created_at: string;
  readonly changed_at: string;
}

const evolve = (concept: ConceptDetail | undefined, event: RecordedEvent): ConceptDetail | undefined => {
  const { occurredAt } = event.metadata;
  const revision = event.revision.toString();
  if (event.type === 'ConceptCreated') {
    const created = { created_at: occurredAt, changed_at: occurredAt };
    const { conceptId: id } = event.data;
    return { id, ...createdConcept(event.data), composed_on: null, revision, ...created };
  }
  if (!concept) return undefined;
  const change = changeBy(event, concept);
  if (!change) return { ...concept, revision };
  const composed_on = change.allocations
    ? dayOfChange(concept.composed_on, newYorkDateOf(occurredAt))
    : concept.composed_on;
  return { ...concept, ...change, composed_on, revision, changed_at: occurredAt };
};

export const conceptDetails: RowTable<ConceptDetail> = {
  name: 'concept_detail',
  key: 'id',
  columns: {
    id: 'text',
    name: 'text',
    description: 'text',
    image_url: 'text?',
    sub_concepts: 'jsonb',
    allocations: 'jsonb',
    composed_on: 'text?',
    revision: 'text',
    created_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  indexes: changeIndexes,
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
  trail: compositions,
  journal: changes,
};
