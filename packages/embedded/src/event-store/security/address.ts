import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import { z } from 'zod';
import type { Role } from './users.js';

const passwordsSchema = z.object({ admin: z.string(), writer: z.string(), reader: z.string() });

/**
 * The address of a store on this machine for one of its users, who trusts only its authority.
 * @param directory of its users and certificates; it exists once the store listens
 */
export const addressFor = (user: Role, port: number, directory: string): string => {
  const authority = encodeURIComponent(join(directory, 'ca.crt'));
  return `esdb://${user}:${passwordsIn(directory)[user]}@127.0.0.1:${port}?tlsCAFile=${authority}`;
};

const passwordsIn = (directory: string): z.output<typeof passwordsSchema> => {
  const file = join(directory, 'passwords.json');
  try {
    return passwordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new FatalFault(
      `${file} cannot be read. Put it back, or remove ${directory}: the next start creates everything again, with new passwords.`,
    );
  }
};
