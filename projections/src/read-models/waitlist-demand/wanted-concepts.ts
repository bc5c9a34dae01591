import { idOfStream } from '@groundswell/contracts';
import type { RowTable } from '@groundswell/platform/read-store';

interface WantedConcept {
  readonly id: string;
  readonly name: string;
}

/** Trend names for staff. */
export const wantedConcepts: RowTable<WantedConcept> = {
  name: 'wanted_concept',
  key: 'id',
  columns: { id: 'text', name: 'text' },
  keyOf: ({ stream, type }) =>
    type === 'ConceptCreated' || type === 'ConceptRenamed' ? idOfStream(stream) : undefined,
  evolve: (concept, event) => {
    if (event.type === 'ConceptCreated') return { id: idOfStream(event.stream), name: event.data.name };
    return concept && event.type === 'ConceptRenamed' ? { ...concept, name: event.data.name } : concept;
  },
};
