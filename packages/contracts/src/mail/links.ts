import { z } from 'zod';

/** A token as sent by mail: 32 random bytes in base64url. Only its hash is stored. */
export const linkTokenSchema = z
  .string({ error: 'This link looks incomplete. Open it from the email again.' })
  .regex(/^[\w-]{43}$/, 'This link looks incomplete. Open it from the email again.');

/** The screens that mails link to. */
export const linkScreens = {
  password_reset: '/password_reset',
  confirm_waitlist: '/confirm_waitlist',
  leave_waitlist: '/leave_waitlist',
  confirm_email: '/confirm_email',
  stop_email_change: '/stop_email_change',
} as const;
export type LinkScreen = keyof typeof linkScreens;

/**
 * The address in a mail. The token is in the fragment, which browsers never send, so it reaches no log, proxy or
 * `Referer`. The screen reads it, removes it from the address bar and sends it in the body of a call.
 */
export const linkOf = (publicUrl: string, screen: LinkScreen, token: string): string =>
  new URL(`${linkScreens[screen]}#${token}`, publicUrl).href;

/** The token in `location.hash`; undefined when it is missing or was cut short. */
export const tokenOfFragment = (fragment: string): string | undefined =>
  linkTokenSchema.safeParse(fragment.replace(/^#/, '')).data;
