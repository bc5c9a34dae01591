import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../broker.js';
import type { BrokerError } from '../broker-error.js';
import { collectGarbage } from '../trial/garbage.js';
import { customerOf } from '../trial/person.js';
import { failure, type RunningSandbox, startSandbox, unhurried } from '../trial/sandbox.js';
import { timeOfUlid } from './cursor.js';
import { beginningOfEvents, type FollowOptions, type StreamItem } from './follow.js';
import type { FundingEvent } from './messages.js';

let sandbox: RunningSandbox;
let account: string;
let link: string;
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_TRANSFERS_PER_DAY: '1000', SANDBOX_HEARTBEAT: '50' });
  ({ account, link } = await customerOf(sandbox.broker(), 'events@example.com'));
  await sandbox.admin('PATCH', '/times', { settlement: 3_600_000 });
});
afterAll(() => sandbox.part.stop());

let leaving = new AbortController();
afterEach(async () => {
  leaving.abort(new Error('done'));
  leaving = new AbortController();
  await sandbox.admin('DELETE', '/faults');
});

/** Follows the funding stream, and takes down what it brings. */
const follow = async (broker: Broker, options: Partial<FollowOptions> = {}) => {
  const items: StreamItem<FundingEvent>[] = [];
  let changed: () => void = () => {};
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  const reading = (async () => {
    for await (const item of broker.events.funding({ signal: leaving.signal, ...options })) {
      items.push(item);
      changed();
    }
  })();
  const events = () => items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  await until(() => items.some(({ kind }) => kind === 'connected'));
  return { items, events, until, reading };
};

const deposit = async () => {
  const request = { relationshipId: link, direction: 'INCOMING', amount: '0.01' } as const;
  return (await sandbox.broker().transfers.create(account, request)).id;
};
const plan = (fault: object) => sandbox.admin('POST', '/faults', { path: '/v2/events', ...fault });

describe('the stream of funding events', () => {
  it('brings what happens from now on, and ends when told', async () => {
    const stream = await follow(sandbox.broker());
    const id = await deposit();
    await stream.until(() => stream.events().length === 1);
    expect(stream.events()).toMatchObject([
      { entityId: id, entityType: 'Transfer', accountId: account, statusFrom: undefined, statusTo: 'QUEUED' },
    ]);
    leaving.abort(new Error('done'));
    await stream.reading;
  });

  it('ends when told, whatever was collected as garbage in the meantime', async () => {
    const stream = await follow(sandbox.broker());
    await collectGarbage();
    leaving.abort(new Error('done'));
    await stream.reading;
  });

  it('continues after the last id, across a pause', async () => {
    const first = await follow(sandbox.broker());
    await deposit();
    await first.until(() => first.events().length === 1);
    const after = first.events()[0]?.id;
    leaving.abort(new Error('pause'));
    leaving = new AbortController();
    const missed = [await deposit(), await deposit()];
    const second = await follow(sandbox.broker(), { after, overlap: 0 });
    await second.until(() => missed.every((id) => second.events().some(({ entityId }) => entityId === id)));
  });

  it('begins at the beginning when asked to', async () => {
    const stream = await follow(sandbox.broker(), { after: beginningOfEvents });
    await stream.until(() => stream.events().some(({ entityId }) => entityId === link));
    expect(stream.events()[0]).toMatchObject({ entityId: link, statusFrom: undefined, statusTo: 'QUEUED' });
  });

  it('brings a message once that comes twice, and both that come in the wrong order', async () => {
    const stream = await follow(sandbox.broker());
    await plan({ kind: 'event-duplicate' });
    await deposit();
    await stream.until(() => stream.events().length === 1);
    await plan({ kind: 'event-swap' });
    const [first, second] = [await deposit(), await deposit()];
    await stream.until(() => stream.events().length === 3);
    expect(
      stream
        .events()
        .map(({ entityId }) => entityId)
        .slice(1),
    ).toEqual([second, first]);
  });

  it('reconnects when it is cut, and misses nothing', async () => {
    const troubles: BrokerError[] = [];
    const stream = await follow(sandbox.broker(), { onTrouble: (error) => void troubles.push(error) });
    await plan({ kind: 'event-cut', times: 3 });
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) ids.push(await deposit());
    await stream.until(() => ids.every((id) => stream.events().some(({ entityId }) => entityId === id)));
    const told = stream.events().map(({ id }) => id);
    expect(new Set(told).size).toBe(told.length);
  });

  it('says when messages were dropped, and fetches them', async () => {
    const stream = await follow(sandbox.broker());
    await deposit();
    await stream.until(() => stream.events().length === 1);
    await plan({ kind: 'event-drop' });
    const id = await deposit();
    await stream.until(() => stream.events().some(({ entityId }) => entityId === id));
    expect(stream.items).toContainEqual({ kind: 'gap', why: expect.stringContaining('dropped 1 messages') });
  });

  it('fetches what was lost silently when it reconnects', async () => {
    const stream = await follow(sandbox.broker());
    await plan({ kind: 'event-lose' });
    const lost = await deposit();
    await plan({ kind: 'event-cut' });
    await deposit();
    await stream.until(() => stream.events().some(({ entityId }) => entityId === lost));
  });

  it('throws an error that a retry would meet again', async () => {
    const broker = sandbox.broker({ secretKey: 'wrong' });
    const first = broker.events.funding({ signal: leaving.signal }).next();
    expect(await failure(first)).toMatchObject({ kind: 'refused', status: 401 });
  });
});

describe('the stream of account events', () => {
  it('reports on an application, next to the other stream', async () => {
    const broker = sandbox.broker();
    const stream = broker.events.accounts({ signal: leaving.signal });
    await stream.next();
    const customer = await customerOf(broker, 'watched@example.com');
    const statuses = [];
    for await (const item of stream) {
      if (item.kind === 'event')
        statuses.push([item.event.accountId === customer.account, item.event.statusTo]);
      if (statuses.length === 3) break;
    }
    expect(statuses).toEqual([
      [true, 'SUBMITTED'],
      [true, 'APPROVED'],
      [true, 'ACTIVE'],
    ]);
  });
});

describe('a broker with unknown messages', () => {
  let server: Server;
  let connections: { readonly url: string; readonly response: ServerResponse }[] = [];
  let broker: Broker;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      connections.push({ url: request.url ?? '', response });
      response.write(': hello\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { timing } = unhurried();
    const { port } = server.address() as AddressInfo;
    broker = new Broker({
      baseUrl: `http://127.0.0.1:${port}`,
      keyId: 'key',
      secretKey: 'secret',
      timing,
    });
  });
  afterEach(() => {
    connections = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const message = (change: object = {}) =>
    `data: ${JSON.stringify({
      event_id: '01F7VQQ782DM57SJNWAYMD14J9',
      at: '2026-11-20T19:52:24.066998123Z',
      account_id: 'account',
      correspondent: 'ABCD',
      entity_id: 'entity',
      entity_type: 'Transfer',
      status_to: 'QUEUED',
      ...change,
    })}\n\n`;

  it('may use unknown statuses, kinds and fields', async () => {
    const stream = await follow(broker);
    const change = { status_to: 'TELEPORTED', entity_type: 'Zeppelin', mood: 'fine', status_from: null };
    connections[0]?.response.write(message(change));
    await stream.until(() => stream.events().length === 1);
    expect(stream.events()).toMatchObject([{ statusTo: 'TELEPORTED', entityType: 'Zeppelin' }]);
  });

  it('may send an unreadable message: it counts as a gap, and the stream continues', async () => {
    const stream = await follow(broker);
    connections[0]?.response.write(`data: {"half\n\n${message({ status_to: 7 })}${message()}`);
    await stream.until(() => stream.events().length === 1);
    expect(stream.items.map(({ kind }) => kind)).toEqual(['connected', 'gap', 'gap', 'event']);
  });

  it('may send an id of no time: it counts as a gap, and the stream is reopened where it was', async () => {
    const stream = await follow(broker, { patience: 100 });
    connections[0]?.response.write(message() + message({ event_id: 'unknown' }));
    await stream.until(() => connections.length === 2);
    expect(stream.items.map(({ kind }) => kind)).toContain('gap');
    expect(connections[1]?.url).toBe('/v2/events/funding/status?since_id=01F7VQKJ220000000000000000');
  });

  it('may send an id from the future: the stream is reopened from a little before now', async () => {
    const stream = await follow(broker, { patience: 100 });
    connections[0]?.response.write(message({ event_id: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }));
    const before = Date.now();
    await stream.until(() => connections.length === 2);
    const since = new URL(connections[1]?.url ?? '', 'http://broker').searchParams.get('since_id') ?? '';
    expect(timeOfUlid(since)).toBeLessThanOrEqual(Date.now());
    expect(timeOfUlid(since)).toBeGreaterThanOrEqual(before - 120_001);
  });

  it('is not given up as long as there are heartbeats', async () => {
    const troubles: BrokerError[] = [];
    const stream = await follow(broker, { patience: 1_000, onTrouble: (error) => void troubles.push(error) });
    let beats = 0;
    const heart = setInterval(() => {
      beats += 1;
      connections[0]?.response.write(beats < 30 ? ':heartbeat\n\n' : message());
    }, 50);
    await stream.until(() => stream.events().length === 1);
    clearInterval(heart);
    expect(troubles).toEqual([]);
    expect(connections).toHaveLength(1);
  });

  it('may fall silent: then the stream is reopened from a little before the last id', async () => {
    const troubles: BrokerError[] = [];
    const stream = await follow(broker, { patience: 100, onTrouble: (error) => void troubles.push(error) });
    connections[0]?.response.write(message());
    await stream.until(() => connections.length === 2 && stream.items.length >= 3);
    expect(troubles[0]).toMatchObject({ kind: 'unavailable', message: 'the stream went silent' });
    expect(connections[1]?.url).toBe('/v2/events/funding/status?since_id=01F7VQKJ220000000000000000');
  });
});
