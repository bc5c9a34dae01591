import { randomBytes, randomUUID } from 'node:crypto';
import { createLog, currentCorrelation } from '@groundswell/platform';
import { type Database, migrate, openDatabase } from '@groundswell/platform/database';
import { EventStoreUnavailable } from '@groundswell/platform/event-store';
import { createSealer } from '@groundswell/platform/vault';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInbox, type Inbox } from './inbox.js';
import type { InboxHandler, InboxRequest } from './inbox-work.js';
import { commandServiceMigrations } from './migrations.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let inboxes: Inbox[];
let handled: InboxRequest[];
let handle: InboxHandler;
const said: string[] = [];
const sealer = createSealer([{ version: 1, key: randomBytes(32) }], 'inbox');

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'inbox spec' });
  await migrate(database, 'command_service', commandServiceMigrations);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  inboxes = [];
  handled = [];
  handle = async (request) => void handled.push(request);
  await database.query('DELETE FROM command_service.inbox');
});
afterEach(() => Promise.all(inboxes.map((inbox) => inbox.close())));

const open = (longestDelay = 0, over = database): Inbox => {
  const inbox = createInbox({
    database: over,
    sealer,
    handlers: { greet: (request) => handle(request), rescue: (request) => handle(request) },
    urgentKinds: ['rescue'],
    log: createLog({
      service: 'spec',
      level: 'trace',
      destination: { write: (line) => void said.push(line) },
    }),
    longestDelay,
  });
  inboxes.push(inbox);
  return inbox;
};
const waiting = () => database.query<{ attempts: number }>('SELECT attempts FROM command_service.inbox');
const makeDue = () => database.query('UPDATE command_service.inbox SET due_at = now()');

describe('the inbox', () => {
  it('processes stored requests automatically, with their original correlation', async () => {
    const correlationId = randomUUID();
    const correlations: unknown[] = [];
    handle = async (request) => {
      handled.push(request);
      correlations.push(currentCorrelation()?.correlationId);
    };
    await open().note('greet', 'ann@example.com', correlationId);
    await vi.waitFor(() => expect(handled).toMatchObject([{ content: 'ann@example.com', correlationId }]));
    expect(correlations).toEqual([correlationId]);
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
  });

  it('stores nothing readable while it waits', async () => {
    const inbox = open(60_000);
    // Its first look, at the start, could still meet the request.
    await inbox.close();
    await inbox.note('greet', 'ann@example.com', 'c');
    const rows = await database.query<{ sealed: Buffer }>('SELECT sealed FROM command_service.inbox');
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('ann@');
    expect(JSON.stringify(rows)).not.toContain('ann@');
  });

  it('retries under the same command id, at growing intervals', async () => {
    const inbox = open(60_000);
    const ids: string[] = [];
    handle = async ({ commandId }) => {
      ids.push(commandId);
      throw new Error('away');
    };
    await inbox.note('greet', 'ann@example.com', 'c');
    await inbox.drain();
    await inbox.drain();
    expect(await waiting()).toEqual([{ attempts: 1 }]);
    await makeDue();
    await inbox.drain();
    expect(await waiting()).toEqual([{ attempts: 2 }]);
    handle = async ({ commandId }) => void ids.push(commandId);
    await makeDue();
    await inbox.drain();
    expect(await waiting()).toEqual([]);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['the event store is unavailable', new EventStoreUnavailable('no connection')],
    ['the disk is full', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ])('waits while %s, and gives up a request only for its own fault', async (_, outage) => {
    const inbox = open(60_000);
    const failTimes = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        await makeDue();
        await inbox.drain();
      }
    };
    handle = () => Promise.reject(outage);
    await inbox.note('greet', 'ann@example.com', 'c');
    await failTimes(20);
    expect(await waiting()).toEqual([{ attempts: 0 }]);
    handle = () => Promise.reject(new Error('a bug'));
    await failTimes(11);
    expect(await waiting()).toEqual([{ attempts: 11 }]);
    await failTimes(1);
    expect(await waiting()).toEqual([]);
  });

  it('is processed by the next process when its own died', async () => {
    const first = open(60_000);
    await first.close();
    await first.note('greet', 'ann@example.com', 'c');
    await open().drain();
    expect(handled).toHaveLength(1);
  });

  it('holds no database connection while it works, and hands out nothing twice', async () => {
    const narrow = openDatabase({ url: fresh.databaseUrl, name: 'inbox spec', connections: 1 });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    handle = async (request) => {
      handled.push(request);
      await ended;
    };
    const inbox = open(0, narrow);
    await inbox.note('greet', 'ann@example.com', 'c');
    await vi.waitFor(() => expect(handled).toHaveLength(1));
    expect(await narrow.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await open(60_000).drain();
    expect(handled).toHaveLength(1);
    end();
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    await inbox.close();
    await narrow.close();
  });

  it('processes a request again when the process died during it', async () => {
    const first = open(60_000);
    let isStuck = true;
    handle = async (request) => {
      handled.push(request);
      if (isStuck) await new Promise(() => undefined);
    };
    inboxes.pop();
    await first.note('greet', 'ann@example.com', 'c');
    void first.drain();
    await vi.waitFor(() => expect(handled).toHaveLength(1));
    isStuck = false;
    await makeDue();
    await open(60_000).drain();
    expect(handled.map(({ commandId }) => commandId)).toEqual([handled[0]?.commandId, handled[0]?.commandId]);
    expect(await waiting()).toEqual([]);
  });

  it('hands each request to one of many processes', async () => {
    const [one, other] = [open(60_000), open(60_000)];
    await Promise.all(Array.from({ length: 20 }, (_, turn) => one.note('greet', `${turn}`, 'c')));
    await Promise.all([one.drain(), other.drain()]);
    expect(handled.map(({ content }) => Number(content)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, turn) => turn),
    );
  });

  it('processes urgent requests before all that were stored earlier', async () => {
    const inbox = open(60_000);
    await inbox.close();
    for (let turn = 0; turn < 20; turn += 1) await inbox.note('greet', `${turn}`, 'c');
    await inbox.note('rescue', 'ann@example.com', 'c');
    await inbox.drain();
    expect(handled.map(({ content }) => content).slice(0, 3)).toEqual(['ann@example.com', '0', '1']);
  });

  it('processes an urgent request once more after what came before it, where it needed that', async () => {
    const inbox = open(60_000);
    await inbox.close();
    handle = async (request) => {
      handled.push(request);
      return request.isFirst ? 'not yet' : undefined;
    };
    await inbox.note('greet', 'joins', 'c');
    await inbox.note('rescue', 'ann@example.com', 'c');
    await inbox.drain();
    expect(handled.map(({ content }) => content)).toEqual(['ann@example.com', 'joins', 'ann@example.com']);
    expect(handled.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
    expect(new Set(handled.map(({ commandId }) => commandId)).size).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  it('says nothing personal when it fails', () => {
    expect(said.some((line) => line.includes('a queued request failed'))).toBe(true);
    expect(said.filter((line) => line.includes('ann@'))).toEqual([]);
  });
});
