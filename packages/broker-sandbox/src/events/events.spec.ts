import { afterEach, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../trial/listener.js';
import { Trial } from '../trial/trial.js';

let trial: Trial;
let listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners) listener.close();
  listeners = [];
  await trial.close();
});

const funding = '/v2/events/funding/status';

const begin = async () => {
  trial = new Trial({ times: { settlement: 3_000 }, heartbeat: 20, limits: { transfersPerDay: 100 } });
  const url = await trial.server.listen({ host: '127.0.0.1', port: 0 });
  const account = await trial.openAccount();
  const link = await trial.link(account);
  const open = async (path: string, key?: string) => {
    const listener = await listen(`${url}${path}`, key);
    listeners.push(listener);
    return listener;
  };
  const deposit = async () => String((await trial.transfer(account, link, 'INCOMING', '1')).body.id);
  return { account, link, open, deposit };
};

const plan = (fault: object) => trial.call('POST', '/admin/faults', { path: funding, ...fault });

describe('a stream of events', () => {
  it('sends only new events without a cursor', async () => {
    const { open, deposit } = await begin();
    const listener = await open(funding);
    expect(await listener.comment(/welcome/)).toBeDefined();
    const id = await deposit();
    await listener.messages(1);
    expect(listener.seen).toMatchObject([
      { entity_id: id, entity_type: 'Transfer', status_from: null, status_to: 'QUEUED' },
    ]);
  });

  it('continues after the last id, without a gap and in order', async () => {
    const { open, deposit } = await begin();
    const first = await open(`${funding}?since=2026-11-20`);
    await deposit();
    await first.messages(3);
    first.close();
    const missed = await deposit();
    const second = await open(`${funding}?since_id=${first.seen.at(-1)?.event_id}`);
    const next = await deposit();
    await second.messages(3);
    // The cursor's own event comes again: delivery is at least once.
    expect(second.seen.map(({ entity_id }) => entity_id)).toEqual([
      first.seen.at(-1)?.entity_id,
      missed,
      next,
    ]);
    const ids = [...first.seen, ...second.seen].map(({ event_id }) => String(event_id));
    expect([...new Set(ids)]).toEqual([...new Set(ids)].sort());
  });

  it('sends heartbeats while nothing happens', async () => {
    const { open } = await begin();
    const listener = await open(funding);
    expect(await listener.comment(/^heartbeat$/)).toBeDefined();
  });

  it('ends when its range does', async () => {
    const { open } = await begin();
    const listener = await open(`${funding}?since=2026-11-19&until=2026-11-20`);
    await listener.ended;
    expect(listener.seen).toEqual([]);
  });

  it('shows a partner nothing of another, and a single account on request', async () => {
    const { open, account, deposit } = await begin();
    const other = await open(`${funding}?since=2026-11-20`, 'stranger');
    const accounts = await open(`/v1/events/accounts/status?since=2026-11-20&id=${account}`);
    await trial.openAccount('grace@example.com');
    await deposit();
    await accounts.messages(3);
    await accounts.comment(/heartbeat/);
    expect(new Set(accounts.seen.map(({ account_id }) => account_id))).toEqual(new Set([account]));
    expect(other.seen).toEqual([]);
  });

  it('allows 25 readers and no more', async () => {
    const { open } = await begin();
    for (let reader = 0; reader < 25; reader += 1) await open(funding);
    expect(await trial.call('GET', funding)).toMatchObject({ status: 429 });
  });

  it('of transfers alone no longer exists, and names its replacement', async () => {
    await begin();
    expect(await trial.call('GET', '/v1/events/transfers/status')).toMatchObject({ status: 410 });
  });
});

describe('faults of a stream', () => {
  it('lose a message silently, or with notice', async () => {
    const { open, deposit } = await begin();
    const listener = await open(funding);
    await plan({ kind: 'event-lose' });
    await deposit();
    await plan({ kind: 'event-drop' });
    await deposit();
    const third = await deposit();
    await listener.messages(1);
    expect(listener.seen.map(({ entity_id }) => entity_id)).toEqual([third]);
    expect(await listener.comment(/dropped 1 messages/)).toBeDefined();
    const again = await open(`${funding}?since=2026-11-20`);
    await again.messages(5);
  });

  it('send a message twice', async () => {
    const { open, deposit } = await begin();
    const listener = await open(funding);
    await plan({ kind: 'event-duplicate' });
    const id = await deposit();
    await listener.messages(2);
    expect(listener.seen.map(({ entity_id }) => entity_id)).toEqual([id, id]);
  });

  it('send a message after the next one, or late when none follows', async () => {
    const { open, deposit } = await begin();
    const listener = await open(funding);
    await plan({ kind: 'event-swap' });
    const [first, second] = [await deposit(), await deposit()];
    await listener.messages(2);
    await plan({ kind: 'event-swap' });
    const third = await deposit();
    await listener.messages(3);
    expect(listener.seen.map(({ entity_id }) => entity_id)).toEqual([second, first, third]);
  });

  it('send a message without its reason, which the calls still return', async () => {
    const { open, deposit, account } = await begin();
    const listener = await open(funding);
    const id = await deposit();
    await plan({ kind: 'event-bare' });
    await trial.call('POST', `/admin/transfers/${id}/cancel`, { reason: 'not approved in time' });
    await listener.messages(2);
    expect(listener.seen[1]).toMatchObject({ entity_id: id, status_to: 'CANCELED' });
    expect(listener.seen[1]).not.toHaveProperty('reason');
    expect(await trial.transfersOf(account)).toMatchObject([{ id, reason: 'not approved in time' }]);
  });

  it('cut the connection after a message', async () => {
    const { open, deposit } = await begin();
    const listener = await open(funding);
    await plan({ kind: 'event-cut' });
    await deposit();
    await listener.ended;
    expect(listener.seen).toHaveLength(1);
    expect(await listener.comment(/internal server error/)).toBeDefined();
  });
});
