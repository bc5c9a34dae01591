import { z } from 'zod';
import type { EventsOf } from '../event.js';

/** Events of one person's account. Their e-mail address and name live in the vault, under the user id. */
export const userEventSchemas = {
  UserRegistered: z.object({
    userId: z.string(),
    via: z.enum(['operator', 'waitlist', 'google']),
  }),
  /** The secret itself is in the credential table, never here. */
  PasswordChanged: z.object({}),
  /** Someone asked for a link that sets the password. The worker that mails it makes the token. */
  PasswordResetRequested: z.object({}),
  /** A link in a mail was followed: the address belongs to the account's holder. */
  AddressConfirmed: z.object({}),
  /** A Google account may sign in. Its subject is in the vault. */
  GoogleLinked: z.object({}),
  /** None may sign in any more: the person asked for it, or set a new password. */
  GoogleUnlinked: z.object({}),
  /** A session started on a browser and system that none of their sessions had; the sessions show which. */
  NewDeviceSignedIn: z.object({}),
  /** A session began from a network where they have never, or not lately, proven who they are; which one is nowhere. */
  NewNetworkSignedIn: z.object({}),
  /** They want another address, which is in the vault until a link mailed to it is followed. */
  EmailChangeRequested: z.object({}),
  /** The address is another one now; the one before is in the vault for a time. */
  EmailChanged: z.object({}),
  /** Someone followed the link that was mailed to the old address: it is theirs, whatever was asked or has happened. */
  EmailChangeStopped: z.object({}),
  /** From now on signing in asks for a code, too. Its secret is in the vault. */
  SecondFactorTurnedOn: z.object({}),
  SecondFactorTurnedOff: z.object({}),
  /** Ten new ones; those from before are worth nothing. None of them is here. */
  RecoveryCodesRenewed: z.object({}),
  /** A spent refresh token was used again: someone else may have a copy, so its session was ended. */
  SessionEndedAfterReuse: z.object({ sessionId: z.string() }),
  /** An operator signed them out everywhere; why is in the metadata. */
  SessionsEnded: z.object({}),
  /** Everything in the vault, the credentials and the sessions are gone permanently; what remains names no one. */
  PersonErased: z.object({}),
  StaffGranted: z.object({}),
  StaffRevoked: z.object({}),
} as const;

export type UserEvent = EventsOf<typeof userEventSchemas>;
