import { z } from 'zod';
import { kycResultsSchema } from '../accounts/account.js';
import { instant } from '../money.js';
import { isUlid } from './cursor.js';

const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined);
/** Where a reader continues: another text would be no cursor, and be refused for good. */
const ulid = z.string().toUpperCase().refine(isUlid);

export const accountEventSchema = z
  .object({
    event_ulid: ulid,
    at: instant,
    account_id: z.string().min(1),
    status_from: text,
    status_to: text,
    kyc_results: kycResultsSchema.nullish().catch(undefined),
  })
  .transform((event) => ({
    id: event.event_ulid,
    at: event.at,
    accountId: event.account_id,
    statusFrom: event.status_from,
    statusTo: event.status_to,
    kycResults: event.kyc_results ?? undefined,
  }));

/**
 * Something about an account changed; it holds only what changed. Statuses are the broker's own, and new ones
 * may appear.
 */
export type AccountEvent = z.output<typeof accountEventSchema>;

export const fundingEventSchema = z
  .object({
    event_id: ulid,
    at: instant,
    account_id: z.string().min(1),
    entity_id: z.string().min(1),
    entity_type: z.string().min(1),
    status_from: text,
    status_to: z.string().min(1),
    reason: text,
  })
  .transform((event) => ({
    id: event.event_id,
    at: event.at,
    accountId: event.account_id,
    entityId: event.entity_id,
    /** `Transfer`, `BankRelationship`, or another that can be passed over. */
    entityType: event.entity_type,
    statusFrom: event.status_from,
    statusTo: event.status_to,
    reason: event.reason,
  }));

/** A transfer's or a bank link's status changed. Statuses are the broker's own, and new ones may appear. */
export type FundingEvent = z.output<typeof fundingEventSchema>;
