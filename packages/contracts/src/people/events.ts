import { z } from 'zod';
import type { EventsOf } from '../event.js';

/** Events of one person's account. Their email address and name are in the vault, under the user id. */
export const userEventSchemas = {
  UserRegistered: z.object({
    userId: z.string(),
    via: z.enum(['operator', 'waitlist', 'google']),
  }),
  /** The secret itself is in the credential table, never here. */
  PasswordChanged: z.object({}),
  /** Someone requested a link that sets the password. The worker that mails it creates the token. */
  PasswordResetRequested: z.object({}),
  /** The same of a person who has no account yet: the link opens one. Anyone can bring it about, for any address. */
  AccountOpeningRequested: z.object({}),
  /** A link in a mail was followed: the address belongs to the account's holder. */
  AddressConfirmed: z.object({}),
  /** A Google account may sign in. Its subject is in the vault. */
  GoogleLinked: z.object({}),
  /** No Google account may sign in any more: the person asked for that, or set a new password. */
  GoogleUnlinked: z.object({}),
  /** A session started on a browser and system that none of their sessions had; the sessions show which. */
  NewDeviceSignedIn: z.object({}),
  /**
   * A session began on a network where they have not proven their identity, or not recently. It is not stored
   * which.
   */
  NewNetworkSignedIn: z.object({}),
  /** They want another address. It is in the vault until a link mailed to it is followed. */
  EmailChangeRequested: z.object({}),
  /** The address was changed; the previous one stays in the vault for a time. */
  EmailChanged: z.object({}),
  /**
   * Someone followed the link mailed to the old address: that address stays theirs, whatever was requested or done.
   */
  EmailChangeStopped: z.object({}),
  /** Sign-in also requires a code from now on. Its secret is in the vault. */
  SecondFactorTurnedOn: z.object({}),
  SecondFactorTurnedOff: z.object({}),
  /** Ten new codes; older ones no longer work. No code is stored here. */
  RecoveryCodesRenewed: z.object({}),
  /** A spent refresh token was used again: someone else may have a copy, so its session was ended. */
  SessionEndedAfterReuse: z.object({ sessionId: z.string() }),
  /** An operator ended all their sessions; the reason is in the metadata. */
  SessionsEnded: z.object({}),
  /** Vault data, credentials and sessions are permanently deleted; what remains identifies no one. */
  PersonErased: z.object({}),
  StaffGranted: z.object({}),
  StaffRevoked: z.object({}),
} as const;

export type UserEvent = EventsOf<typeof userEventSchemas>;
