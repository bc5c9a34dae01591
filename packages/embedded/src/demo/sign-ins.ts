import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import { z } from 'zod';
import { writePrivately } from '../launcher/secrets.js';

const signInSchema = z.object({ email: z.string(), password: z.string() });
const signInsSchema = z.object({ staff: signInSchema, customer: signInSchema });
export type SignIns = z.infer<typeof signInsSchema>;

const emails = { staff: 'staff@groundswell.test', customer: 'customer@groundswell.test' } as const;

/** The demo's people, with the given password or else the one generated and saved at the first start. */
export const signInsOf = (directory: string, given: string | undefined): SignIns => {
  const file = join(directory, 'demo-sign-ins.json');
  if (given !== undefined) return withPassword(given);
  if (existsSync(file)) return read(file);
  const made = withPassword(makePassword());
  writePrivately(file, made);
  return made;
};

const withPassword = (password: string): SignIns => ({
  staff: { email: emails.staff, password },
  customer: { email: emails.customer, password },
});

const read = (file: string): SignIns => {
  try {
    return signInsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new FatalFault(`${file} is damaged. Remove it, and the next start makes a new password.`);
  }
};

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups that are easy to copy by hand, from letters that are hard to confuse: 79 bits. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
