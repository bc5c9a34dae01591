import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { type Route, routes } from '../http/routes.js';
import { conceptFields, idField } from './fields.js';
import { mostAllocations, percentSchema } from './weight.js';

/** Response to a command: the id it created or changed, and the log position to read after. */
export const acceptedSchema = z.object({ id: z.string(), position: z.string() });
export type Accepted = z.infer<typeof acceptedSchema>;

/** Why the change is made. The screens require it; callers that follow the spec may omit it. */
const reason = conceptFields.reason.optional();

/** Calls by staff, with the same answer and an optional reason. */
const changeCall = <Shape extends z.ZodRawShape>(
  route: Route,
  summary: string,
  shape: Shape,
  bodyLimit = 32_768,
) =>
  defineCall({
    ...route,
    summary,
    access: 'staff',
    cost: 'command',
    body: z.strictObject({ ...shape, reason }),
    bodyLimit,
    response: acceptedSchema,
  });

export const conceptChangeCalls = {
  createNewConcept: changeCall(routes.createNewConcept, 'Create a trend', {
    name: conceptFields.name,
    description: conceptFields.description,
    image_url: conceptFields.imageUrl.optional(),
  }),
  renameConcept: changeCall(routes.renameConcept, 'Rename a trend', {
    concept_id: idField,
    name: conceptFields.name,
  }),
  describeConcept: changeCall(routes.describeConcept, 'Change a trend’s description', {
    concept_id: idField,
    description: conceptFields.description,
  }),
  changeConceptImage: changeCall(routes.changeConceptImage, 'Change a trend’s image', {
    concept_id: idField,
    image_url: conceptFields.imageUrl,
  }),
  createNewSubConcept: changeCall(routes.createNewSubConcept, 'Add a sub-concept to a trend', {
    concept_id: idField,
    name: conceptFields.subConceptName,
    description: conceptFields.description,
  }),
  removeSubConcept: changeCall(routes.removeSubConcept, 'Remove a sub-concept without allocations', {
    id: idField,
  }),
  createStockAllocation: changeCall(routes.createStockAllocation, 'Add an allocation to a sub-concept', {
    company_name: conceptFields.companyName,
    stock_symbol: conceptFields.symbol,
    percentage_allocation: percentSchema,
    sub_concept: idField,
  }),
  changeStockAllocation: changeCall(routes.changeStockAllocation, 'Change the weight of an allocation', {
    id: idField,
    percentage_allocation: percentSchema,
  }),
  rebalanceConcept: changeCall(
    routes.rebalanceConcept,
    'Set all of a trend’s weights at once',
    {
      concept_id: idField,
      allocations: z
        .array(z.strictObject({ id: idField, percentage_allocation: percentSchema }))
        .min(1, 'Set at least one weight.')
        .max(mostAllocations),
    },
    65_536,
  ),
  removeStockAllocation: changeCall(routes.removeStockAllocation, 'Remove an allocation', {
    id: idField,
  }),
  deleteAllocation: changeCall(routes.deleteAllocation, 'Remove an allocation (alias)', {
    id: idField,
  }),
} as const;
