import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccessDeniedError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

export const childrenOf = (dataDirectory: string): { pid: number; entry: string }[] =>
  JSON.parse(readFileSync(join(dataDirectory, 'children.json'), 'utf8'));

/** The environment of a part, as an attacker inside it can read it. */
export const environmentOf = (dataDirectory: string, part: string): Record<string, string> => {
  const pid = childrenOf(dataDirectory).find(({ entry }) => entry.includes(`/${part}/dist/`))?.pid;
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(
    variables.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  );
};

/** Passwords of the event store's users. */
export const passwordsIn = (dataDirectory: string): Record<string, string> =>
  JSON.parse(readFileSync(join(dataDirectory, 'event-store/passwords.json'), 'utf8'));

/** How an event store at an address answers reads, appends, and a tombstone. */
export const attempts = async (url: string): Promise<Record<'read' | 'append' | 'end', string>> => {
  const client = EventStoreDBClient.connectionString(url);
  const said = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'done',
      (error: unknown) => (error instanceof AccessDeniedError ? 'denied' : 'no answer'),
    );
  const stream = `attempt-${randomUUID()}`;
  const first = async () => {
    let found: unknown;
    // Read to the end: an open call keeps the client from being disposed of.
    for await (const event of client.readAll({ maxCount: 1 })) found = event;
    return found;
  };
  const answers = {
    read: await said(first()),
    append: await said(client.appendToStream(stream, jsonEvent({ type: 'Attempted', data: {} }))),
    end: await said(client.tombstoneStream(stream)),
  };
  await client.dispose();
  return answers;
};
