import { z } from 'zod';

/** Longest address mail can carry (RFC 5321, section 4.5.3.1.3, without its brackets). */
const longestEmail = 254;
export const notAnAddress = 'Enter an email address such as name@example.com.';

/** An address mail will be sent to, in lower case: no one expects case to distinguish two people. */
export const emailSchema = z
  .string({ error: 'Email field is missing' })
  // Comes first: the pattern below takes time quadratic in the length.
  .max(longestEmail, { error: notAnAddress, abort: true })
  .trim()
  .toLowerCase()
  .min(1, 'Email field is missing')
  // The HTML standard's e-mail pattern, plus a dot in the domain.
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    notAnAddress,
  );
