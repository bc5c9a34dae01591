import type { Links } from '@groundswell/platform/links';
import { z } from 'zod';
import type { Inbox } from '../shared/inbox.js';
import type { InboxHandler } from '../shared/inbox-work.js';
import type { Counter } from '../shared/limit.js';
import type { Waitlist } from './waitlist.js';

/** Dependencies of the waitlist endpoints. */
export interface WaitlistServices {
  readonly waitlist: Waitlist;
  readonly links: Pick<Links, 'spentWith'>;
  readonly inbox: Pick<Inbox, 'note'>;
  readonly conceptExists: (conceptId: string) => Promise<boolean>;
  readonly limits: { readonly perAddress: Counter; readonly perEmail: Counter };
  readonly now: () => Date;
}

/** The inbox's kind for people who want to join. */
export const joinKind = 'join waitlist';

const wishSchema = z.object({ email: z.string(), conceptId: z.string().optional() });
export type Wish = z.infer<typeof wishSchema>;

/** The inbox entry, sealed. */
export const wishOf = (wish: Wish): string => JSON.stringify(wish);

export const joinHandler =
  (waitlist: Pick<Waitlist, 'join'>): InboxHandler =>
  async ({ content, commandId, correlationId }) => {
    const { email, conceptId } = wishSchema.parse(JSON.parse(content));
    await waitlist.join({ email, conceptId, commandId, correlationId });
  };
