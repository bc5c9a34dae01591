import { z } from 'zod';

/** Longest address that mail can carry (RFC 5321, section 4.5.3.1.3, without its brackets). */
const longestEmail = 254;
const notAnAddress = 'Enter an e-mail address such as name@example.com.';

/** An address to which mail will be sent: lower case, since nobody expects two letters' sizes to be two people. */
export const emailSchema = z
  .string({ error: 'Email field is missing' })
  .trim()
  .toLowerCase()
  .min(1, 'Email field is missing')
  .max(longestEmail, notAnAddress)
  // What the browsers' own e-mail field takes (HTML standard), and a dot in the domain.
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    notAnAddress,
  );
