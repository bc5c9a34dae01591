import { z } from 'zod';
import { acceptedSchema } from '../concept/change-calls.js';
import { idField } from '../concept/fields.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { bankAccountFields } from './fields.js';
import { bankAccountTypes, bankLinkStatuses } from './statuses.js';

export const bankLinkCalls = {
  createAchMethod: defineCall({
    ...routes.createAchMethod,
    summary:
      'Link a bank account, or replace the link `id`. Every link after the first needs an identity proof',
    access: 'user',
    cost: 'money',
    body: z.strictObject({ ...bankAccountFields, id: idField.optional() }),
    response: acceptedSchema,
  }),
  removeAchMethod: defineCall({
    ...routes.removeAchMethod,
    summary: 'Remove a bank link without pending transfers; needs an identity proof',
    access: 'user',
    cost: 'money',
    body: z.strictObject({ id: idField }),
    response: acceptedSchema,
  }),
  getAchMethods: defineCall({
    ...routes.getAchMethods,
    summary: 'Bank links of the signed-in person, newest first, including replaced and removed ones',
    access: 'user',
    cost: 'read',
    response: z.array(
      z.object({
        id: z.string(),
        /** For example `Checking account`. */
        name: z.string(),
        /** Masked: `••••6789`. */
        account_number: z.string(),
        account_type: z.enum(bankAccountTypes),
        status: z.enum(bankLinkStatuses),
        /** Why it was refused, as the broker's text or code. */
        reason: z.string().nullable(),
        requested_at: z.string(),
        /** When withdrawals to it become possible, while they are not: ISO 8601. */
        withdrawable_from: z.string().nullable(),
        /** The owner's name differs from the account holder's. No withdrawals to it until staff decide. */
        owner_in_question: z.boolean(),
      }),
    ),
  }),
} as const;
