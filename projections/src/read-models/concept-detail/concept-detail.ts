import { idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type ReadModel, type RowTable, rows, type Trail } from '@groundswell/platform/read-store';
import { type Allocation, allocationsAfter, dayOfChange } from '../../concept/allocations.js';
import { newYorkDateOf, type Sector, type SubConcept, sectorsOf } from './composition.js';

/** Everything that one trend consists of. Sub-concepts and allocations stand in the order of their adding. */
export interface ConceptDetail {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly sub_concepts: readonly SubConcept[];
  readonly allocations: readonly Allocation[];
  /** The day in New York on which what it holds changed last; null before anything was held. */
  readonly composed_on: string | null;
  /** Revision of the stream, so that an editor can say what they saw. */
  readonly revision: string;
  readonly created_at: string;
  readonly changed_at: string;
}

const change = (concept: ConceptDetail, event: RecordedEvent): Partial<ConceptDetail> | undefined => {
  const { allocations, sub_concepts } = concept;
  switch (event.type) {
    case 'ConceptRenamed':
      return { name: event.data.name };
    case 'ConceptDescribed':
      return { description: event.data.description };
    case 'ConceptImageChanged':
      return { image_url: event.data.imageUrl };
    case 'SubConceptAdded':
      return { sub_concepts: [...sub_concepts, event.data] };
    case 'SubConceptRemoved': {
      const { subConceptId } = event.data;
      return { sub_concepts: sub_concepts.filter((sub) => sub.subConceptId !== subConceptId) };
    }
    default: {
      const after = allocationsAfter(allocations, event, (allocation) => allocation);
      return after === allocations ? undefined : { allocations: after };
    }
  }
};

const evolve = (concept: ConceptDetail | undefined, event: RecordedEvent): ConceptDetail | undefined => {
  const { occurredAt } = event.metadata;
  const revision = event.revision.toString();
  if (event.type === 'ConceptCreated') {
    const { conceptId: id, name, description, imageUrl } = event.data;
    return {
      id,
      name,
      description,
      image_url: imageUrl ?? null,
      sub_concepts: [],
      allocations: [],
      composed_on: null,
      revision,
      created_at: occurredAt,
      changed_at: occurredAt,
    };
  }
  if (!concept) return undefined;
  const changed = change(concept, event);
  if (!changed) return { ...concept, revision };
  const after = { ...concept, ...changed, revision, changed_at: occurredAt };
  if (!changed.allocations) return after;
  return { ...after, composed_on: dayOfChange(concept.composed_on, newYorkDateOf(occurredAt)) };
};

/** What a concept held at the end of a day, and until its next entry. */
interface Composition {
  readonly concept_id: string;
  /** Calendar day in New York. */
  readonly date: string;
  readonly sectors: readonly Sector[];
}

const compositions: Trail<ConceptDetail, Composition> = {
  name: 'concept_composition',
  key: ['concept_id', 'date'],
  columns: { concept_id: 'text', date: 'text', sectors: 'jsonb' },
  at: ({ composed_on }) => composed_on,
  entryOf: ({ id, composed_on, sub_concepts, allocations }) => ({
    concept_id: id,
    date: composed_on ?? '',
    sectors: sectorsOf(sub_concepts, allocations),
  }),
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
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
  trail: compositions,
};

/** A trend as PostgreSQL hands it over. */
export type StoredConcept = Omit<ConceptDetail, 'composed_on' | 'created_at' | 'changed_at'> & {
  readonly created_at: Date;
  readonly changed_at: Date;
};

/** One trend with its sub-concepts and allocations, today and at the end of any day. */
export const conceptDetail = {
  name: 'conceptDetail',
  version: 4,
  categories: ['concept'],
  ...rows(conceptDetails),
  queries: {
    byId: async (sql: Sql, id: string): Promise<StoredConcept | undefined> => {
      const [concept] = await sql.query<StoredConcept>(
        `SELECT id, name, description, image_url, sub_concepts, allocations, revision, created_at, changed_at
           FROM concept_detail WHERE id = $1`,
        [id],
      );
      return concept;
    },
    /** What it held at the end of a day; nothing before the first composition. */
    sectorsAt: async (sql: Sql, id: string, date: string): Promise<readonly Sector[]> => {
      const [composition] = await sql.query<Pick<Composition, 'sectors'>>(
        'SELECT sectors FROM concept_composition WHERE concept_id = $1 AND date <= $2 ORDER BY date DESC LIMIT 1',
        [id, date],
      );
      return composition?.sectors ?? [];
    },
  },
} as const satisfies ReadModel;
