import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { linkTokenSchema } from '../mail/links.js';
import { emailSchema } from '../people/email.js';

const count = z.number().int().nonnegative();

export const waitlistCalls = {
  joinWaitlist: defineCall({
    ...routes.joinWaitlist,
    summary: 'Join the waitlist. The answer is the same for every address; an email asks to confirm',
    access: 'public',
    cost: 'mail',
    body: z.strictObject({
      email: emailSchema,
      /** Placeholder from the old web app. Ignored: joining opens no account. */
      password: z.string().max(1_024).optional(),
      /** The trend that brought them here. */
      concept_id: z.uuid('We couldn’t find that trend.').nullish(),
    }),
    response: z.object({}),
  }),
  confirmWaitlist: defineCall({
    ...routes.confirmWaitlist,
    summary: 'Confirm an address with the token from the email; once, within seven days',
    access: 'public',
    cost: 'mail',
    body: z.strictObject({ token: linkTokenSchema }),
    response: z.object({}),
  }),
  leaveWaitlist: defineCall({
    ...routes.leaveWaitlist,
    summary: 'Leave the waitlist with the token from any waitlist email; repeating it changes nothing',
    access: 'public',
    cost: 'mail',
    body: z.strictObject({ token: linkTokenSchema }),
    response: z.object({}),
  }),
  getWaitlistDemand: defineCall({
    ...routes.getWaitlistDemand,
    summary: 'How many people are waiting, for which trends, and how that changed by day',
    access: 'staff',
    cost: 'scan',
    response: z.object({
      /**
       * Each person once, however many trends they named. `confirmed` counts those of `waiting` whose address
       * is proven.
       */
      people: z.object({ waiting: count, confirmed: count, left: count }),
      /** Most wanted first. A person counts for each trend they named; null is for those who named none. */
      concepts: z.array(
        z.object({
          concept_id: z.string().nullable(),
          name: z.string().nullable(),
          waiting: count,
          confirmed: count,
        }),
      ),
      /** Days in UTC with activity, oldest first; one line per trend and day. */
      days: z.array(
        z.object({
          date: z.iso.date(),
          concept_id: z.string().nullable(),
          joined: count,
          confirmed: count,
          left: count,
        }),
      ),
    }),
  }),
} as const;
