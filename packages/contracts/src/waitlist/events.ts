import { z } from 'zod';
import type { EventsOf } from '../event.js';

/**
 * Events of one person's place on the waitlist, on `waitlist-<person id>`. The person id is the one of their account,
 * should they open one. Their e-mail address is in the vault.
 */
export const waitlistEventSchemas = {
  /** For the first time, or again after having left. Without a concept: interested in all of it. */
  WaitlistJoined: z.object({ conceptId: z.string().optional() }),
  /** Someone who was on the list named another trend. */
  WaitlistInterestAdded: z.object({ conceptId: z.string() }),
  /** Asked to join again without having confirmed: the link is sent once more. */
  WaitlistConfirmationRequested: z.object({}),
  /** Followed the link of the mail: the address is theirs. */
  WaitlistConfirmed: z.object({}),
  WaitlistLeft: z.object({}),
} as const;

export type WaitlistEvent = EventsOf<typeof waitlistEventSchemas>;
