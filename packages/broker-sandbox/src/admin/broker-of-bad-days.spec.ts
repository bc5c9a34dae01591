import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { application } from '../trial/application.js';
import { listen } from '../trial/listener.js';
import { Trial } from '../trial/trial.js';

let trial: Trial;
let account: string;
let link: string;
const begin = async (transfersPerDay: number, start?: string): Promise<void> => {
  trial = new Trial({ times: { settlement: 3_000 }, limits: { transfersPerDay }, ...(start && { start }) });
  account = await trial.openAccount();
  link = await trial.link(account);
};
beforeEach(() => begin(100));
afterEach(() => trial.close());

const path = () => `/v1/accounts/${account}/transfers`;
const plan = (fault: object) => trial.call('POST', '/admin/faults', { path: path(), ...fault });
const move = (direction = 'INCOMING', amount = '5') => trial.transfer(account, link, direction, amount);
const held = async () => (await trial.list('/admin/transfers')).length;

describe('a call that is carried out later than it is answered', () => {
  it('is reported as failed, appears nowhere, and takes effect once its time has come', async () => {
    await plan({ kind: 'late-500', delay: 60_000, words: 'Clerk Tuttle is out to lunch' });
    expect(await move()).toEqual({
      status: 500,
      body: { code: 50010000, message: 'Clerk Tuttle is out to lunch' },
    });
    expect(await trial.list('/admin/late')).toMatchObject([{ method: 'POST', path: path() }]);
    await trial.pass(59_999);
    expect(await held()).toBe(0);
    await trial.pass(1);
    expect(await held()).toBe(1);
    expect(await trial.list('/admin/late')).toEqual([]);
    expect(await trial.transfersOf(account)).toMatchObject([{ amount: '5', status: 'QUEUED' }]);
    expect((await trial.call('GET', '/admin/faults')).body).toEqual({ 'late-500': 1 });
  });

  it('is carried out once, though several are due at a time', async () => {
    await plan({ kind: 'late-500', delay: 1_000, times: 3 });
    for (let call = 0; call < 3; call += 1) await move();
    await Promise.all([trial.pass(1_000), trial.pass(0), trial.pass(0)]);
    expect(await held()).toBe(3);
  });

  it.each(['late-drop', 'late-hang'])('is carried out though its caller got no answer: %s', async (kind) => {
    const url = await trial.server.listen({ host: '127.0.0.1', port: 0 });
    await plan({ kind, delay: 60_000 });
    const left = once(trial.server.server, 'connection').then(([socket]) => once(socket, 'close'));
    const asking = fetch(url + path(), {
      method: 'POST',
      headers: { authorization: 'Basic a2V5OnNlY3JldA==', 'content-type': 'application/json' },
      body: JSON.stringify({
        transfer_type: 'ach',
        relationship_id: link,
        direction: 'INCOMING',
        amount: '5',
      }),
      signal: AbortSignal.timeout(kind === 'late-hang' ? 300 : 10_000),
    });
    await expect(asking).rejects.toThrow();
    await vi.waitFor(async () => expect(await trial.list('/admin/late')).toHaveLength(1));
    // Its caller has left, which is no reason to carry it out now.
    await left;
    await setImmediate();
    expect(await held()).toBe(0);
    await trial.pass(60_000);
    expect(await held()).toBe(1);
  });

  it('may cross 4 p.m. in New York, and then counts for the next trading day', async () => {
    await trial.close();
    await begin(1, '2026-11-20T20:59:59Z');
    await plan({ kind: 'late-500', delay: 2_000 });
    await move();
    // The day has still room for one, and takes it.
    expect((await move()).status).toBe(200);
    await trial.pass(2_000);
    expect(await held()).toBe(2);
    // That one counts for Monday, which takes no other.
    expect((await move()).status).toBe(422);
  });

  it('is refused late as it would have been at once, without telling anyone', async () => {
    await plan({ kind: 'late-500', delay: 1_000 });
    await move('OUTGOING', '5');
    await trial.pass(1_000);
    expect(await held()).toBe(0);
  });

  it('opens accounts late, too; what only reads is never late', async () => {
    await plan({ kind: 'late-500', delay: 1_000, path: '/v1/accounts', times: 'always' });
    expect((await trial.call('GET', path())).status).toBe(200);
    expect((await trial.call('GET', '/v1/accounts')).status).toBe(200);
    const found = async () => (await trial.list('/v1/accounts?query=grace@example.com')).length;
    expect((await trial.call('POST', '/v1/accounts', application('grace@example.com'))).status).toBe(500);
    expect(await found()).toBe(0);
    await trial.pass(1_000);
    expect(await found()).toBe(1);
  });
});

describe('lists with faults', () => {
  it('show a new transfer only after as many answers as requested', async () => {
    await plan({ kind: 'list-lag', delay: 10_000, times: 2 });
    await move();
    const shown = async () => (await trial.transfersOf(account)).length;
    expect([await shown(), await shown(), await shown()]).toEqual([0, 0, 1]);
    await plan({ kind: 'list-lag', delay: 10_000, times: 'always' });
    for (let look = 0; look < 5; look += 1) expect(await shown()).toBe(0);
    await trial.pass(10_000);
    expect(await shown()).toBe(1);
    expect((await trial.call('GET', '/admin/faults')).body).toEqual({ 'list-lag': 7 });
  });

  it('find an account only after a while', async () => {
    await plan({ kind: 'search-lag', delay: 10_000, times: 'always', path: '/v1/accounts' });
    const found = async () => (await trial.list('/v1/accounts?query=ada@example.com')).length;
    expect(await found()).toBe(0);
    // The account itself, and its lists, are there.
    expect((await trial.call('GET', `/v1/accounts/${account}`)).status).toBe(200);
    expect(await trial.list(`/v1/accounts/${account}/ach_relationships`)).toHaveLength(1);
    await trial.pass(10_000);
    expect(await found()).toBe(1);
  });

  it('contain an unreadable row, and statuses under other names', async () => {
    await move();
    await plan({ kind: 'row-garbage', garbage: 'number-status' });
    expect(await trial.transfersOf(account)).toMatchObject([{ status: 7 }]);
    await plan({ kind: 'list-renamed' });
    expect(await trial.transfersOf(account)).toMatchObject([{ status: 'QUEUED_V2' }]);
    expect(await trial.transfersOf(account)).toMatchObject([{ status: 'QUEUED' }]);
  });
});

describe('other faulty answers', () => {
  it('come as a proxy’s page, as an answer without an id, and without an end', async () => {
    await plan({ kind: '503', method: 'GET', words: 'Clerk Tuttle is out to lunch' });
    const page = await trial.server.inject({
      url: path(),
      headers: { authorization: 'Basic a2V5OnNlY3JldA==' },
    });
    expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<p>Clerk Tuttle is out to lunch</p>');
    await plan({ kind: 'commit-garbage', method: 'POST' });
    expect(await move()).toMatchObject({ status: 200, body: { id: null } });
    expect(await held()).toBe(1);
    await plan({ kind: '500', method: 'GET', times: 'always' });
    for (let call = 0; call < 20; call += 1) expect((await trial.call('GET', path())).status).toBe(500);
    expect((await trial.call('GET', `/v1/accounts/${account}`)).status).toBe(200);
    await trial.call('DELETE', '/admin/faults');
    expect((await trial.call('GET', path())).status).toBe(200);
  });
});

describe('a message under another name', () => {
  it('has an unknown status, while the history keeps the real one', async () => {
    const url = await trial.server.listen({ host: '127.0.0.1', port: 0 });
    const listener = await listen(`${url}/v2/events/funding/status`);
    await listener.comment(/welcome/);
    await plan({ kind: 'event-renamed', path: '/v2/events' });
    await move();
    await listener.messages(1);
    expect(listener.seen[0]).toMatchObject({ status_to: 'QUEUED_V2' });
    const told = (await trial.history('/v2/events/funding/status')).map(({ status_to: status }) => status);
    expect(told).not.toContain('QUEUED_V2');
    listener.close();
  });
});
