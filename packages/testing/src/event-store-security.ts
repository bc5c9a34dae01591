import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Where the users and certificates of all event stores of a test run lie: the first of them makes them. */
export const securityDirectory = (): string => inject('eventStoreSecurity');

/** The address of an event store on this machine for one of its users. */
export const eventStoreUrlOf = (port: number, user: 'admin' | 'writer' | 'reader'): string => {
  const directory = securityDirectory();
  const passwords = JSON.parse(readFileSync(join(directory, 'passwords.json'), 'utf8'));
  const authority = encodeURIComponent(join(directory, 'ca.crt'));
  return `esdb://${user}:${passwords[user]}@127.0.0.1:${port}?tlsCAFile=${authority}`;
};
