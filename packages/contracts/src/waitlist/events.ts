import { z } from 'zod';
import type { EventsOf } from '../event.js';

/**
 * Events of one person's place on the waitlist, on `waitlist-<person id>`. If they open an account, it gets the
 * same person id. Their email address is in the vault.
 */
export const waitlistEventSchemas = {
  /** For the first time, or again after leaving. Without a concept: interested in all of them. */
  WaitlistJoined: z.object({ conceptId: z.string().optional() }),
  /** A person on the list named another trend. */
  WaitlistInterestAdded: z.object({ conceptId: z.string() }),
  /** Asked again to join without having confirmed: the link is sent again. */
  WaitlistConfirmationRequested: z.object({}),
  /** Followed the mailed link: the address is theirs. */
  WaitlistConfirmed: z.object({}),
  WaitlistLeft: z.object({}),
} as const;

export type WaitlistEvent = EventsOf<typeof waitlistEventSchemas>;
