import { z } from 'zod';
import { acceptedSchema } from '../concept/change-calls.js';
import { defineCall } from '../http/call.js';
import { applicationFields } from './fields.js';
import { tradingAccountStatuses } from './statuses.js';

/** What is kept of an application that is not sent yet: everything but the SSN and the agreement, as it was typed. */
const draftSchema = z
  .strictObject({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    street_address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    dob: z.string(),
    employment_status: z.string(),
    funding_source: z.string(),
    disclosure_agreements: z.array(z.string().max(60)).max(10),
  })
  .partial();
export type ApplicationDraft = z.infer<typeof draftSchema>;

export const tradingAccountCalls = {
  createAlpacaAccount: defineCall({
    method: 'POST',
    path: '/api/create_alpaca_account/',
    summary: 'Apply for a trading account at the broker; again only after a refusal',
    access: 'user',
    body: z.strictObject(applicationFields),
    response: acceptedSchema,
  }),
  saveApplicationDraft: defineCall({
    method: 'POST',
    path: '/user/application_draft/',
    summary: 'Keep what was typed into an application so far; never the Social Security number',
    access: 'user',
    body: draftSchema,
    response: z.object({}),
  }),
  getApplicationDraft: defineCall({
    method: 'GET',
    path: '/user/application_draft/',
    summary: 'What was typed into an application so far',
    access: 'user',
    response: z.object({ draft: draftSchema.nullable() }),
  }),
  getTradingAccount: defineCall({
    method: 'GET',
    path: '/api/get_trading_account/',
    summary: 'How far the trading account of the person who is signed in is',
    access: 'user',
    response: z.object({
      account: z
        .object({
          status: z.enum(tradingAccountStatuses),
          /** The broker's own word for it; null until it has one. */
          broker_status: z.string().nullable(),
          /** What the broker found or needs, in its codes. */
          findings: z.array(z.string()),
          /** Why the broker refused the application, in its code. */
          refusal: z.string().nullable(),
          requested_at: z.string(),
          changed_at: z.string(),
        })
        .nullable(),
    }),
  }),
} as const;
