import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AnyEvent } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { keepLog, type Stack, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAccounts } from '../shared/accounts.js';
import { newEvent } from '../spec-kit/events.js';
import { type Carrier, type Message, NotTaken } from './carrier.js';
import { type RunningMail, startMail } from './start-mail.js';

let stack: Stack;
let database: Database;
let eventStore: EventStore;
let vault: Vault;
let running: RunningMail | undefined;
let sent: Message[];
let said: string[];
let carry: Carrier['carry'];
const prefix = () => `mail-${randomUUID()}`;

beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  database = openDatabase({ url: stack.databaseUrl, name: 'mail spec' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  vault = await openVault({ database, masterKeys: [{ version: 1, key: randomBytes(32) }] });
});
afterAll(async () => {
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

beforeEach(() => {
  sent = [];
  said = [];
  carry = async (message) => {
    sent.push(message);
  };
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const start = async (more: { prefix?: string; sweepInterval?: number; now?: () => Date } = {}) => {
  running = await startMail({
    database,
    eventStore,
    accounts: openAccounts(eventStore),
    redisUrl: stack.redisUrl,
    prefix: more.prefix ?? prefix(),
    vault,
    carrier: { carry: (message) => carry(message) },
    publicUrl: 'https://groundswell.test',
    log: createLog({
      service: 'mail spec',
      level: 'trace',
      destination: {
        write: (line: string) => {
          said.push(line);
          keepLog('mail', line);
        },
      },
    }),
    ...more,
  });
  return running;
};

const happen = async (
  type: AnyEvent['type'],
  stream: string,
  occurredAt = new Date().toISOString(),
  data: object = {},
): Promise<string> => {
  const event = newEvent(type, data as never, occurredAt);
  await eventStore.append(stream, [event], { expectedRevision: 'any' });
  return event.id;
};

/** Sends a raw command to Redis that no queue would send. */
const askRedis = async (command: string): Promise<void> => {
  const { hostname, port, pathname, password } = new URL(stack.redisUrl);
  const socket = connect(Number(port), hostname).resume();
  socket.write(`AUTH ${password}\r\nSELECT ${pathname.slice(1)}\r\n${command}\r\nQUIT\r\n`);
  await once(socket, 'close');
};

const newPerson = async (): Promise<{ id: string; email: string }> => {
  const person = { id: randomUUID(), email: `${randomUUID()}@example.com` };
  await vault.put(person.id, { email: { value: person.email, unique: true } });
  return person;
};

const stateOf = async (eventId: string): Promise<string | undefined> => {
  const rows = await database.query<{ state: string }>('SELECT state FROM mail.mail WHERE event_id = $1', [
    eventId,
  ]);
  return rows[0]?.state;
};
const eventually = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 20_000, interval: 25 });
const settles = (eventId: string, state: string) =>
  eventually(async () => expect(await stateOf(eventId)).toBe(state));

describe('mail', () => {
  it('follows an event, to the address in the vault, and leaves no trace of it elsewhere', async () => {
    const ann = await newPerson();
    const eventId = await happen('PasswordResetRequested', `user-${ann.id}`);
    await start();
    await settles(eventId, 'sent');
    expect(sent.map(({ id, to, subject }) => ({ id, to, subject }))).toEqual([
      { id: eventId, to: ann.email, subject: 'Set your password' },
    ]);
    const token = /password_reset#([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? 'none';
    expect(sent[0]?.html).toContain(token);
    const rows = await database.query('SELECT * FROM mail.mail, mail.reading');
    expect(rows.length).toBeGreaterThan(0);
    for (const trace of [...said, JSON.stringify(rows)]) {
      expect(trace).not.toContain(ann.email);
      expect(trace).not.toContain(token);
    }
  });

  it('goes out once, however often the worker starts and however many there are', async () => {
    const ann = await newPerson();
    const eventIds = await Promise.all(
      Array.from({ length: 5 }, () => happen('PasswordChanged', `user-${ann.id}`)),
    );
    const first = await start();
    const second = await start();
    for (const eventId of eventIds) await settles(eventId, 'sent');
    await first.close();
    await second.close();
    await database.query('DELETE FROM mail.reading');
    await start({ prefix: prefix(), sweepInterval: 50 });
    const last = await happen('GoogleLinked', `user-${ann.id}`);
    await settles(last, 'sent');
    expect(
      sent
        .filter(({ to }) => to === ann.email)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...eventIds, last].sort());
  });

  it('is tried again when no server accepted it, with links that work', async () => {
    const ann = await newPerson();
    let attempts = 0;
    carry = async (message) => {
      attempts += 1;
      if (attempts === 1) throw new NotTaken('away', false);
      sent.push(message);
    };
    await start();
    const eventId = await happen('WaitlistJoined', `waitlist-${ann.id}`);
    await settles(eventId, 'sent');
    expect(attempts).toBe(2);
    expect(sent).toHaveLength(1);
    const links = await database.query('SELECT purpose FROM links.link WHERE cause = $1', [eventId]);
    expect(links).toHaveLength(2);
  });

  it('is not tried again when it may have gone out', async () => {
    const ann = await newPerson();
    let attempts = 0;
    carry = async () => {
      attempts += 1;
      throw new Error('it is unknown whether the mail was taken');
    };
    await start({ sweepInterval: 20 });
    const doubtful = await happen('PasswordChanged', `user-${ann.id}`);
    await settles(doubtful, 'handed over');
    expect(await running?.check()).toMatchObject({ ready: true, detail: { 'handed over': 1 } });
    carry = async (message) => {
      sent.push(message);
    };
    const next = await happen('PasswordChanged', `user-${ann.id}`);
    await settles(next, 'sent');
    expect(attempts).toBe(1);
    expect(sent.map(({ id }) => id)).toEqual([next]);
  });

  it('is given up when the address is refused for good', async () => {
    const ann = await newPerson();
    carry = async () => {
      throw new NotTaken('EENVELOPE 550', true);
    };
    await start();
    const eventId = await happen('PasswordChanged', `user-${ann.id}`);
    await settles(eventId, 'gave up');
  });

  it('is enqueued again from the outbox when Redis was emptied', async () => {
    const ann = await newPerson();
    const away = new Error('the vault is away');
    const get = vi.spyOn(vault, 'get').mockRejectedValue(away);
    const one = await start();
    const eventId = await happen('PasswordChanged', `user-${ann.id}`);
    await eventually(() => expect(get).toHaveBeenCalled());
    await one.close();
    get.mockRestore();
    expect(await stateOf(eventId)).toBe('waiting');
    await start({ prefix: prefix() });
    await settles(eventId, 'sent');
  });

  it('goes out while Redis rejects a command; one that fails waits, with a log line, and the log is read on', async () => {
    const [ann, place] = [await newPerson(), prefix()];
    await start({ prefix: place, sweepInterval: 50 });
    await eventually(async () => expect((await running?.check())?.ready).toBe(true));
    await askRedis(`SET ${place}:mail:id none`);
    await settles(await happen('PasswordChanged', `user-${ann.id}`), 'sent');
    carry = async () => {
      throw new NotTaken('away', false);
    };
    const eventId = await happen('GoogleLinked', `user-${ann.id}`);
    await eventually(() => expect(said.join('')).toContain('failed to enqueue mails'));
    expect(await running?.check()).toMatchObject({ ready: true });
    expect(said.join('')).not.toContain('reading the log for mails failed');
    await askRedis(`DEL ${place}:mail:id`);
    carry = async (message) => {
      sent.push(message);
    };
    await settles(eventId, 'sent');
  });

  it('reports what the log says about money, and nothing when there is no news', async () => {
    const ann = await newPerson();
    const account = `tradingAccount-${ann.id}`;
    const applicationId = randomUUID();
    const reported = (status: string) =>
      happen('AccountStatusReported', account, undefined, {
        status,
        findings: [],
        reportedAt: new Date().toISOString(),
      });
    await happen('TradingAccountRequested', account, undefined, { applicationId, agreementVersion: '1' });
    await happen('ApplicationAccepted.v2', account, undefined, {
      applicationId,
      brokerAccountId: 'broker-1',
      status: 'SUBMITTED',
      reportedAt: null,
    });
    const open = await reported('ACTIVE');
    await reported('ACCOUNT_UPDATED');
    const again = await reported('ACTIVE');
    await start();
    await settles(open, 'sent');
    await settles(again, 'no occasion');
    expect(sent.map(({ id, to, subject }) => ({ id, to, subject }))).toEqual([
      { id: open, to: ann.email, subject: 'Your trading account is open' },
    ]);
  });

  it('does not go to people who were erased, nor about what happened long ago', async () => {
    const [erased, ann] = [await newPerson(), await newPerson()];
    await vault.erase(erased.id);
    await start();
    const toNobody = await happen('PasswordChanged', `user-${erased.id}`);
    const old = await happen('PasswordResetRequested', `user-${ann.id}`, '2026-01-01T00:00:00.000Z');
    await settles(toNobody, 'no address');
    await settles(old, 'too late');
    expect(sent).toEqual([]);
  });

  it('about a sign-in from a new device is sent even when it is days late', async () => {
    const ann = await newPerson();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await start();
    const late = await happen('NewDeviceSignedIn', `user-${ann.id}`, daysAgo(6));
    const tooLate = await happen('NewDeviceSignedIn', `user-${ann.id}`, daysAgo(8));
    await settles(late, 'sent');
    await settles(tooLate, 'too late');
  });
});
