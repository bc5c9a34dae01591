import { z } from 'zod';
import type { EventsOf } from '../event.js';
import { weightSchema } from './weight.js';

/**
 * Events of one concept, its sub-concepts and its allocations: one stream, so that rules across them hold.
 */
export const conceptEventSchemas = {
  ConceptCreated: z.object({
    conceptId: z.string(),
    name: z.string(),
    description: z.string(),
    imageUrl: z.string().optional(),
  }),
  ConceptRenamed: z.object({ name: z.string() }),
  ConceptDescribed: z.object({ description: z.string() }),
  SubConceptAdded: z.object({ subConceptId: z.string(), name: z.string(), description: z.string() }),
  SubConceptRemoved: z.object({ subConceptId: z.string() }),
  AllocationAdded: z.object({
    allocationId: z.string(),
    subConceptId: z.string(),
    symbol: z.string(),
    companyName: z.string(),
    weight: weightSchema,
  }),
  AllocationRemoved: z.object({ allocationId: z.string() }),
  AllocationWeightChanged: z.object({ allocationId: z.string(), weight: weightSchema }),
  /** All weights of the concept together. */
  AllocationsRebalanced: z.object({
    weights: z.array(z.object({ allocationId: z.string(), weight: weightSchema })),
  }),
  ConceptImageChanged: z.object({ imageUrl: z.string() }),
} as const;

export type ConceptEvent = EventsOf<typeof conceptEventSchemas>;
