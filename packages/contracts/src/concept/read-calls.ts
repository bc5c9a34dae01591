import { z } from 'zod';
import { provenances } from '../growth/provenance.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { conceptQuery, dateField } from './fields.js';

const conceptSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  /** One-year return as a fraction; null without enough history. */
  performance: z.number().nullable(),
  /** Provenance of the growth and thus of the performance; always show them together. Null without growth. */
  provenance: z.enum(provenances).nullable(),
});

const cardSchema = conceptSchema.extend({
  /** "Company TICKER" of each holding, for search. */
  holdings: z.array(z.string()),
  /** First session of the year from which growth was tracked, not simulated; null when none was. */
  tracked_since: z.string().nullable(),
  /** ISO 8601 instants. */
  created_at: z.string(),
  changed_at: z.string(),
});

const conceptDetailsSchema = conceptSchema.pick({ id: true, name: true, description: true });

/** Computed from the growth series; null with fewer than sixty sessions. */
const riskSchema = z.object({
  /** Standard deviation of daily returns over a year of 252 sessions, as a fraction. */
  volatility: z.number(),
  /** Largest drop from a high, a negative fraction; null when the value never fell. */
  drawdown: z
    .object({ depth: z.number(), peak: z.string(), trough: z.string(), recovered: z.string().nullable() })
    .nullable(),
  best_month: z.object({ month: z.string(), return: z.number() }),
  worst_month: z.object({ month: z.string(), return: z.number() }),
});

const differenceSchema = z.object({
  text: z.string(),
  symbol: z.string(),
  /** Percent on that date and today; null when not held then, or no longer held. */
  on_date: z.number().nullable(),
  today: z.number().nullable(),
});

export const conceptReadCalls = {
  getConcepts: defineCall({
    ...routes.getConcepts,
    summary: 'All trends, for the cards of the list',
    access: 'public',
    cost: 'read',
    response: z.object({ concepts: z.array(cardSchema) }),
  }),
  getConcept: defineCall({
    ...routes.getConcept,
    summary: 'One trend: growth of $100 over a year, and its composition by sector, today or as of a date',
    access: 'public',
    cost: 'read',
    query: conceptQuery.extend({ as_of: dateField.optional() }),
    response: z.object({
      concept: conceptSchema,
      growth_list: z.array(
        z.object({
          date: z.string(),
          portfolio_growth: z.number(),
          spy_growth: z.number(),
          tracked: z.boolean(),
        }),
      ),
      /** Sector name to its holdings. */
      concept_composition: z.record(
        z.string(),
        z.array(z.object({ text: z.string(), allocation_percentage: z.number(), symbol: z.string() })),
      ),
      /** First session from which growth was tracked, not simulated; null when none was. */
      tracked_since: z.string().nullable(),
      risk: riskSchema.nullable(),
      /** Days with a known composition: from the first to today. */
      created_on: z.string(),
      changed_at: z.string(),
      /** Present when a date was requested: how the composition on that date differs from today's. */
      as_of: z.object({ date: z.string(), differences: z.array(differenceSchema) }).nullable(),
    }),
  }),
  getConceptDetails: defineCall({
    ...routes.getConceptDetails,
    summary: 'Name and description of one trend',
    access: 'public',
    cost: 'read',
    params: conceptQuery,
    response: conceptDetailsSchema,
  }),
  getConceptAllocations: defineCall({
    ...routes.getConceptAllocations,
    summary: 'Sub-concepts and allocations of one trend, for its editors',
    access: 'staff',
    cost: 'read',
    query: conceptQuery,
    response: z.object({
      concept: conceptDetailsSchema.extend({ image_url: z.string().nullable() }),
      /** Send it as If-Match with a change, to be refused if someone else has changed the concept since. */
      revision: z.string(),
      sub_concepts: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
      stock_allocations: z.array(
        z.object({
          id: z.string(),
          sub_concept: z.object({ id: z.string(), name: z.string() }),
          company_name: z.string(),
          stock_symbol: z.string(),
          percent_allocation: z.number(),
        }),
      ),
    }),
  }),
} as const;
