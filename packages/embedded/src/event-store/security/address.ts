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
  return `esdb://${user}:${readOf(directory, 'passwords.json', passwordsSchema)[user]}@127.0.0.1:${port}?tlsCAFile=${authority}`;
};

/** Reads a file of the store's directory. @throws FatalFault */
export const readOf = <Schema extends z.ZodType>(
  directory: string,
  name: string,
  schema: Schema,
): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')));
  } catch {
    throw new FatalFault(
      `${join(directory, name)} cannot be read. Put it back, or remove ${directory}: the next start creates everything again, with new passwords.`,
    );
  }
};
