import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { percentSchema } from './weight.js';

const text = (label: string, max: number) =>
  z
    .string({ error: `Enter ${label}.` })
    .trim()
    .min(1, `Enter ${label}.`)
    .max(max, `Use at most ${max} characters for ${label}.`);

export const conceptFields = {
  name: text('a name', 80),
  description: text('a description', 2_000),
  symbol: z
    .string({ error: 'Enter a ticker.' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9./-]{0,11}$/, 'Enter a ticker such as AAPL or BTC/USD.'),
  companyName: text('a company name', 120),
  reason: text('a reason', 500),
} as const;

const id = z.string().min(1).max(120);
const conceptQuery = z.object({ concept_id: id });

/** What a command answers: the id it made or changed, and the log position to read after. */
export const acceptedSchema = z.object({ id: z.string(), position: z.string() });
export type Accepted = z.infer<typeof acceptedSchema>;

const conceptSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  /** One-year return as a fraction; null when there is not enough history yet. */
  performance: z.number().nullable(),
});

const conceptDetailsSchema = conceptSchema.pick({ id: true, name: true, description: true });

export const conceptCalls = {
  getConcepts: defineCall({
    method: 'GET',
    path: '/api/get_concepts/',
    summary: 'All trends, for the cards of the list',
    access: 'public',
    response: z.object({ concepts: z.array(conceptSchema) }),
  }),
  getConcept: defineCall({
    method: 'GET',
    path: '/api/get_concept/',
    summary: 'One trend: growth of $100 over a year, and its composition by sector',
    access: 'public',
    query: conceptQuery,
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
        z.array(z.object({ text: z.string(), allocation_percentage: z.number() })),
      ),
    }),
  }),
  getConceptDetails: defineCall({
    method: 'GET',
    path: '/api/get_concept_details/:concept_id/',
    summary: 'Name and description of one trend',
    access: 'public',
    params: conceptQuery,
    response: conceptDetailsSchema,
  }),
  getConceptAllocations: defineCall({
    method: 'GET',
    path: '/api/get_concept_allocations/',
    summary: 'Sub-concepts and allocations of one trend, for its editors',
    access: 'staff',
    query: conceptQuery,
    response: z.object({
      concept: conceptDetailsSchema,
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
  createNewConcept: defineCall({
    method: 'POST',
    path: '/api/create_new_concept/',
    summary: 'Create a trend',
    access: 'staff',
    body: z.strictObject({
      name: conceptFields.name,
      description: conceptFields.description,
      image_url: z.string().max(2_000).optional(),
      reason: conceptFields.reason.optional(),
    }),
    response: acceptedSchema,
  }),
  renameConcept: defineCall({
    method: 'POST',
    path: '/api/rename_concept/',
    summary: 'Give a trend another name',
    access: 'staff',
    body: z.strictObject({
      concept_id: id,
      name: conceptFields.name,
      reason: conceptFields.reason.optional(),
    }),
    response: acceptedSchema,
  }),
  describeConcept: defineCall({
    method: 'POST',
    path: '/api/describe_concept/',
    summary: 'Give a trend another description',
    access: 'staff',
    body: z.strictObject({
      concept_id: id,
      description: conceptFields.description,
      reason: conceptFields.reason.optional(),
    }),
    response: acceptedSchema,
  }),
  createNewSubConcept: defineCall({
    method: 'POST',
    path: '/api/create_new_sub_concept/',
    summary: 'Add a sub-concept to a trend',
    access: 'staff',
    body: z.strictObject({
      concept_id: id,
      name: conceptFields.name,
      description: conceptFields.description,
      reason: conceptFields.reason.optional(),
    }),
    response: acceptedSchema,
  }),
  removeSubConcept: defineCall({
    method: 'POST',
    path: '/api/remove_sub_concept/',
    summary: 'Remove a sub-concept that holds no allocation',
    access: 'staff',
    body: z.strictObject({ id, reason: conceptFields.reason.optional() }),
    response: acceptedSchema,
  }),
  createStockAllocation: defineCall({
    method: 'POST',
    path: '/api/create_stock_allocation/',
    summary: 'Add an allocation to a sub-concept',
    access: 'staff',
    body: z.strictObject({
      company_name: conceptFields.companyName,
      stock_symbol: conceptFields.symbol,
      percentage_allocation: percentSchema,
      sub_concept: id,
      reason: conceptFields.reason.optional(),
    }),
    response: acceptedSchema,
  }),
  removeStockAllocation: defineCall({
    method: 'POST',
    path: '/api/remove_stock_allocation/',
    summary: 'Remove an allocation',
    access: 'staff',
    body: z.strictObject({ id, reason: conceptFields.reason.optional() }),
    response: acceptedSchema,
  }),
} as const;
