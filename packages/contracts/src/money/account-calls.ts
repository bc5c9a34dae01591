import { z } from 'zod';
import { acceptedSchema } from '../concept/change-calls.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { applicationFields, eachAnswer } from './fields.js';
import { tradingAccountStatuses } from './statuses.js';

/** Longer than any field may be, too short to fill the vault. */
const typed = z.string().max(300);

/** An unsent application as typed, without the SSN and the agreement. */
export const applicationDraftSchema = z
  .strictObject({
    ...eachAnswer(typed),
    disclosure_agreements: z.array(z.string().max(60)).max(10),
  })
  .partial();
export type ApplicationDraft = z.infer<typeof applicationDraftSchema>;

export const tradingAccountCalls = {
  createAlpacaAccount: defineCall({
    ...routes.createAlpacaAccount,
    summary: 'Apply for a trading account at the broker; again only after a refusal',
    access: 'user',
    cost: 'money',
    body: z.strictObject(applicationFields),
    response: acceptedSchema,
  }),
  saveApplicationDraft: defineCall({
    ...routes.saveApplicationDraft,
    summary: 'Save a draft of an application; never the Social Security number',
    access: 'user',
    cost: 'command',
    body: applicationDraftSchema,
    response: z.object({}),
  }),
  getApplicationDraft: defineCall({
    ...routes.getApplicationDraft,
    summary: 'The saved draft of an application, and what was submitted while the account is not open yet',
    access: 'user',
    cost: 'read',
    response: z.object({
      draft: applicationDraftSchema.nullable(),
      /** For correction after a refusal, or comparison with the broker's questions. Never contains the SSN. */
      sent: applicationDraftSchema.nullable(),
    }),
  }),
  getTradingAccount: defineCall({
    ...routes.getTradingAccount,
    summary: 'Trading account status of the signed-in person',
    access: 'user',
    cost: 'read',
    response: z.object({
      account: z
        .object({
          status: z.enum(tradingAccountStatuses),
          /** The broker's own status; null until it has one. */
          broker_status: z.string().nullable(),
          /** What the broker found or needs, as its codes. */
          findings: z.array(z.string()),
          /** The broker's code for refusing the application. */
          refusal: z.string().nullable(),
          requested_at: z.string(),
          /** When it first became active; null before. ISO 8601, like all instants here. */
          opened_at: z.string().nullable(),
          changed_at: z.string(),
        })
        .nullable(),
    }),
  }),
} as const;
