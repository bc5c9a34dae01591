import type { Sql } from '@groundswell/platform/database';
import { type ReadModel, rows } from '@groundswell/platform/read-store';
import type { ConceptChange } from './change.js';
import type { Composition, Sector } from './composition.js';
import { type ConceptDetail, conceptDetails } from './detail.js';

/** A trend as PostgreSQL returns it. */
export type StoredConcept = Omit<ConceptDetail, 'composed_on' | 'created_at' | 'changed_at'> & {
  readonly created_at: Date;
  readonly changed_at: Date;
};

/** A change as PostgreSQL returns it, with the concept's current name. */
export type StoredChange = Omit<ConceptChange, 'occurred_at' | 'recorded_at'> & {
  readonly position: string;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
  readonly name_today: string;
};

/** Which changes to return; an omitted field matches all. */
export interface AuditFilter {
  readonly conceptId?: string | undefined;
  readonly person?: string | undefined;
  readonly symbol?: string | undefined;
  /** First and last day in New York on which the change took effect. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only changes before this position. */
  readonly before?: string | undefined;
}

const columns = `c.position::text AS position, c.concept_id, c.concept_name, c.revision, c.kind, c.occurred_at,
  c.recorded_at, c.actor_id, c.actor_role, c.correlation_id, c.reason, c.symbols, c.lines, d.name AS name_today`;

/**
 * What each concept consists of today and at the end of any day, and every change that led there, with who,
 * when, why, before and after. One fold computes all of it: a change is described relative to the concept
 * before.
 */
export const conceptRecord = {
  name: 'conceptRecord',
  version: 1,
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
    /** Holdings at the end of a day. Empty before the first composition. */
    sectorsAt: async (sql: Sql, id: string, date: string): Promise<readonly Sector[]> => {
      const [composition] = await sql.query<Pick<Composition, 'sectors'>>(
        'SELECT sectors FROM concept_composition WHERE concept_id = $1 AND date <= $2 ORDER BY date DESC LIMIT 1',
        [id, date],
      );
      return composition?.sectors ?? [];
    },
    /** Newest first, at most `limit`. */
    changesOf: (sql: Sql, id: string, before: string | undefined, limit: number): Promise<StoredChange[]> =>
      sql.query(
        `SELECT ${columns} FROM concept_change c JOIN concept_detail d ON d.id = c.concept_id
          WHERE c.concept_id = $1 AND ($2::bigint IS NULL OR c.position < $2) ORDER BY c.position DESC LIMIT $3`,
        [id, before ?? null, limit],
      ),
    /** Newest first, at most `limit`. */
    searchChanges: (sql: Sql, filter: AuditFilter, limit: number): Promise<StoredChange[]> =>
      sql.query(
        `SELECT ${columns} FROM concept_change c JOIN concept_detail d ON d.id = c.concept_id
          WHERE ($1::text IS NULL OR c.concept_id = $1)
            AND ($2::text IS NULL OR c.actor_id = $2)
            AND ($3::text IS NULL OR c.symbols @> ARRAY[$3])
            AND ($4::date IS NULL OR c.occurred_at >= $4::date::timestamp AT TIME ZONE 'America/New_York')
            AND ($5::date IS NULL OR c.occurred_at < ($5::date + 1)::timestamp AT TIME ZONE 'America/New_York')
            AND ($6::bigint IS NULL OR c.position < $6)
          ORDER BY c.position DESC LIMIT $7`,
        [
          filter.conceptId ?? null,
          filter.person ?? null,
          filter.symbol ?? null,
          filter.from ?? null,
          filter.to ?? null,
          filter.before ?? null,
          limit,
        ],
      ),
  },
} as const satisfies ReadModel;
