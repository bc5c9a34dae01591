import { type ConceptEvent, idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';

type DataOf<Type extends ConceptEvent['type']> = Extract<ConceptEvent, { type: Type }>['data'];
type SubConcept = DataOf<'SubConceptAdded'>;
type Allocation = DataOf<'AllocationAdded'>;

/** Everything that one trend consists of. Sub-concepts and allocations stand in the order of their adding. */
export interface ConceptDetail {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly sub_concepts: readonly SubConcept[];
  readonly allocations: readonly Allocation[];
  readonly created_at: string;
  readonly changed_at: string;
}

const change = (concept: ConceptDetail, event: RecordedEvent): Partial<ConceptDetail> | undefined => {
  switch (event.type) {
    case 'ConceptRenamed':
      return { name: event.data.name };
    case 'ConceptDescribed':
      return { description: event.data.description };
    case 'SubConceptAdded':
      return { sub_concepts: [...concept.sub_concepts, event.data] };
    case 'SubConceptRemoved': {
      const { subConceptId } = event.data;
      return { sub_concepts: concept.sub_concepts.filter((sub) => sub.subConceptId !== subConceptId) };
    }
    case 'AllocationAdded':
      return { allocations: [...concept.allocations, event.data] };
    case 'AllocationRemoved': {
      const { allocationId } = event.data;
      return { allocations: concept.allocations.filter((held) => held.allocationId !== allocationId) };
    }
    default:
      return undefined;
  }
};

const evolve = (concept: ConceptDetail | undefined, event: RecordedEvent): ConceptDetail | undefined => {
  const { occurredAt } = event.metadata;
  if (event.type === 'ConceptCreated') {
    const { conceptId: id, name, description, imageUrl } = event.data;
    return {
      id,
      name,
      description,
      image_url: imageUrl ?? null,
      sub_concepts: [],
      allocations: [],
      created_at: occurredAt,
      changed_at: occurredAt,
    };
  }
  const changed = concept && change(concept, event);
  return changed ? { ...concept, ...changed, changed_at: occurredAt } : concept;
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
    created_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
};

type ShownConcept = Omit<ConceptDetail, 'created_at' | 'changed_at'>;

/** One trend with its sub-concepts and allocations. */
export const conceptDetail = {
  name: 'conceptDetail',
  version: 1,
  categories: ['concept'],
  ...rows(conceptDetails),
  queries: {
    byId: async (sql: Sql, id: string): Promise<ShownConcept | undefined> => {
      const [concept] = await sql.query<ShownConcept>(
        'SELECT id, name, description, image_url, sub_concepts, allocations FROM concept_detail WHERE id = $1',
        [id],
      );
      return concept;
    },
  },
} as const satisfies ReadModel;
