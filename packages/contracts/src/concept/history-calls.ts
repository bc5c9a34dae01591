import { z } from 'zod';
import { provenances } from '../growth/provenance.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { missingPriceCauses } from '../market/events.js';
import { positionSchema } from '../position.js';
import { conceptFields, conceptQuery, dateField, idField } from './fields.js';

export const conceptChangeKinds = [
  'created',
  'renamed',
  'described',
  'image_changed',
  'sub_concept_added',
  'sub_concept_removed',
  'allocation_added',
  'allocation_removed',
  'allocation_changed',
  'rebalanced',
] as const;
export type ConceptChangeKind = (typeof conceptChangeKinds)[number];

/** One item of a change, as text: `before` is null when it is new, `after` when it was removed. */
const changeLineSchema = z.object({
  subject: z.string(),
  symbol: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export type ChangeLine = Readonly<z.infer<typeof changeLineSchema>>;

const changeSchema = z.object({
  /** Permanent position in the log. */
  position: z.string(),
  /** When the change took effect; ISO 8601. */
  occurred_at: z.string(),
  /** When it was recorded. Later than `occurred_at` for backdated history. */
  recorded_at: z.string(),
  kind: z.enum(conceptChangeKinds),
  reason: z.string().nullable(),
  lines: z.array(changeLineSchema),
});

const auditQuery = z.object({
  concept_id: idField.optional(),
  /** Id of the person who made the change. */
  person: idField.optional(),
  symbol: conceptFields.symbol.optional(),
  from: dateField.optional(),
  to: dateField.optional(),
  /** Only entries before this position, for paging. */
  before: positionSchema.optional(),
});

const auditEntrySchema = changeSchema.extend({
  concept: z.object({ id: z.string(), name: z.string() }),
  actor: z.object({ id: z.string(), role: z.string() }),
  revision: z.string(),
  correlation_id: z.string(),
});

/** The inputs behind one number, so that anyone can recompute it. */
const calculationSchema = z.object({
  first_session: z.string(),
  last_session: z.string(),
  /** Value of $100 at the last session, as exact decimals. */
  portfolio_value: z.string(),
  benchmark_value: z.string(),
  performance: z.string().nullable(),
  /** Whether these values are tracked, simulated or both. */
  provenance: z.enum(provenances),
  tracked_since: z.string().nullable(),
  /** Present holdings that had no price at the last session, and why. */
  missing_prices: z.array(z.object({ symbol: z.string(), cause: z.enum(missingPriceCauses) })),
  compositions: z.array(
    z.object({
      /** First date whose close uses this composition. */
      date: z.string(),
      holdings: z.array(z.object({ symbol: z.string(), percent: z.number() })),
    }),
  ),
});

export const conceptHistoryCalls = {
  getConceptChanges: defineCall({
    ...routes.getConceptChanges,
    summary: 'All changes to one trend, newest first, 500 at a time: before, after, reason and date',
    access: 'public',
    cost: 'scan',
    query: conceptQuery.extend({
      /** Only changes before this position, for paging. */
      before: positionSchema.optional(),
    }),
    response: z.object({ changes: z.array(changeSchema), next: z.string().nullable() }),
  }),
  getConceptCalculation: defineCall({
    ...routes.getConceptCalculation,
    summary: 'The inputs of a trend’s one-year performance',
    access: 'public',
    cost: 'scan',
    query: conceptQuery,
    response: z.object({ calculation: calculationSchema.nullable() }),
  }),
  getAudit: defineCall({
    ...routes.getAudit,
    summary: 'Who changed what, when and why, across all trends; newest first, 100 at a time',
    access: 'staff',
    cost: 'scan',
    query: auditQuery,
    response: z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() }),
  }),
  getAuditCsv: defineCall({
    ...routes.getAuditCsv,
    summary: 'The same, complete, as comma-separated values (text/csv)',
    access: 'staff',
    cost: 'scan',
    query: auditQuery.omit({ before: true }),
    produces: 'text/csv',
    response: z.string(),
  }),
  findAssets: defineCall({
    ...routes.findAssets,
    summary: 'Tickers and companies that the broker trades and that match a search',
    access: 'staff',
    cost: 'scan',
    query: z.object({ search: z.string().trim().min(1).max(60) }),
    response: z.array(
      z.object({
        /** Id and name, in the form of select widgets. */
        id: z.string(),
        name: z.string(),
        symbol: z.string(),
        company_name: z.string(),
        asset_class: z.enum(['us_equity', 'crypto']),
      }),
    ),
  }),
} as const;
