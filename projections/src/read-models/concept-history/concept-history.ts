import type { Sql } from '@groundswell/platform/database';
import { applyThrough, type ReadModel } from '@groundswell/platform/read-store';
import {
  type ConceptChange,
  conceptHistoryDdl,
  conceptHistoryIndexes,
  historyWriter,
} from './write-changes.js';

/** A change as PostgreSQL hands it over, with the name that the concept bears today. */
export type StoredChange = Omit<ConceptChange, 'occurred_at' | 'recorded_at'> & {
  readonly occurred_at: Date;
  readonly recorded_at: Date;
  readonly name_today: string;
};

/** Which changes are looked for; what is left out does not matter. */
export interface AuditFilter {
  readonly conceptId?: string | undefined;
  readonly person?: string | undefined;
  readonly symbol?: string | undefined;
  /** First and last day, in New York, on which the change took effect. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what stands before this position. */
  readonly before?: string | undefined;
}

const columns = `c.position::text AS position, c.concept_id, c.concept_name, c.revision, c.kind, c.occurred_at,
  c.recorded_at, c.actor_id, c.actor_role, c.correlation_id, c.reason, c.symbols, c.lines,
  k.state->>'name' AS name_today`;

/** Every change of every concept, with who, when, why, before and after. */
export const conceptHistory = {
  name: 'conceptHistory',
  version: 3,
  categories: ['concept'],
  ddl: conceptHistoryDdl,
  indexes: conceptHistoryIndexes,
  apply: applyThrough(() => historyWriter()),
  inBulk: { writer: historyWriter },
  queries: {
    /** Newest first. */
    ofConcept: (sql: Sql, conceptId: string): Promise<StoredChange[]> =>
      sql.query(
        `SELECT ${columns} FROM concept_change c JOIN known_concept k ON k.id = c.concept_id
          WHERE c.concept_id = $1 ORDER BY c.position DESC`,
        [conceptId],
      ),
    /** Newest first, `limit` at most. */
    search: (sql: Sql, filter: AuditFilter, limit: number): Promise<StoredChange[]> =>
      sql.query(
        `SELECT ${columns} FROM concept_change c JOIN known_concept k ON k.id = c.concept_id
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
