import { randomBytes, randomUUID } from 'node:crypto';
import type { AnyEvent } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, type Position } from '@groundswell/platform/event-store';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAccounts } from '../shared/accounts.js';
import { newEvent } from '../spec-kit/events.js';
import { type RunningMail, startMail } from './start-mail.js';

let stack: Stack;
let database: Database;
let eventStore: EventStore;
let vault: Vault;
const running: RunningMail[] = [];
const sent: string[] = [];
let isAway = false;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  vault = await openVault({ database, masterKeys: [{ version: 1, key: randomBytes(32) }] });
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.close()));
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const prefix = `mail-${randomUUID()}`;
const start = async (): Promise<void> => {
  const started = await startMail({
    database,
    eventStore,
    accounts: openAccounts(eventStore),
    redisUrl: stack.redisUrl,
    prefix,
    vault: {
      ...vault,
      get: (...wanted) => (isAway ? Promise.reject(new Error('the vault is away')) : vault.get(...wanted)),
    },
    carrier: { carry: async ({ id }) => void sent.push(id) },
    publicUrl: 'https://groundswell.test',
    log: createLog({ service: 'spec', level: 'silent' }),
    sweepInterval: 50,
  });
  running.push(started);
};
const happen = async (
  type: AnyEvent['type'],
  stream: string,
  data: object = {},
): Promise<{ id: string; position: Position }> => {
  const event = newEvent(type, data as never);
  const { position } = await eventStore.append(stream, [event], { expectedRevision: 'any' });
  return { id: event.id, position };
};
const stateOf = async (id: string): Promise<string | undefined> => {
  const rows = await database.query<{ state: string }>('SELECT state FROM mail.mail WHERE event_id = $1', [
    id,
  ]);
  return rows[0]?.state;
};
const settles = (id: string, state: string | undefined) =>
  vi.waitFor(async () => expect(await stateOf(id)).toBe(state), { timeout: 60_000, interval: 25 });

/** Starts mail, and waits until a person got one. */
const beginWithOneSent = async () => {
  const ann = randomUUID();
  await vault.put(ann, { email: { value: `${ann}@example.com`, unique: true } });
  await start();
  const kept = await happen('PasswordChanged', `user-${ann}`);
  await settles(kept.id, 'sent');
  return { ann, kept };
};

it('mails that the database has lost in a crash are recorded again', async () => {
  const { ann, kept } = await beginWithOneSent();
  isAway = true;
  await database.query('CREATE TABLE before AS SELECT * FROM mail.reading');
  const lost = await happen('GoogleLinked', `user-${ann}`);
  await settles(lost.id, 'waiting');
  await database.transaction(async (sql) => {
    await sql.query('DELETE FROM mail.mail WHERE event_id = $1', [lost.id]);
    await sql.query('DELETE FROM mail.reading');
    await sql.query('INSERT INTO mail.reading SELECT * FROM public.before');
  });
  isAway = false;
  const next = await happen('GoogleUnlinked', `user-${ann}`);
  await Promise.all([lost, next].map(({ id }) => settles(id, 'sent')));
  expect(sent.splice(0).sort()).toEqual([kept.id, lost.id, next.id].sort());
  await Promise.all(running.splice(0).map((one) => one.close()));
});

describe('mail after an older log was restored', () => {
  it('continues with that log: nothing is sent again, and nothing that the log has lost', async () => {
    const { ann, kept } = await beginWithOneSent();
    isAway = true;
    const late = await happen('GoogleLinked', `user-${ann}`);
    const lost = await happen('GoogleUnlinked', `user-${ann}`);
    await happen('ConceptCreated', `concept-${randomUUID()}`, {
      conceptId: 'c',
      name: 'n',
      description: 'd',
    });
    await settles(lost.id, 'waiting');

    await stack.restoreLog(late.position);
    await settles(lost.id, undefined);
    await settles(late.id, 'waiting');
    isAway = false;
    const fresh = await happen('PasswordChanged', `user-${ann}`);
    await settles(fresh.id, 'sent');
    await vi.waitFor(async () => expect((await running[0]?.check())?.ready).toBe(true));

    await Promise.all(running.splice(0).map((one) => one.close()));
    await start();
    const last = await happen('PasswordChanged', `user-${ann}`);
    await settles(last.id, 'sent');
    expect(sent.filter((id) => id !== late.id)).toEqual([kept.id, fresh.id, last.id]);
    expect(sent.filter((id) => id === late.id).length).toBeLessThanOrEqual(1);
  });
});
