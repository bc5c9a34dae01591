import { randomUUID } from 'node:crypto';
import { type OwnChange, ownChangeSchema } from '@groundswell/contracts';
import { openDatabase } from '@groundswell/platform/database';
import { openIdentityChanges } from '@groundswell/platform/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountHolder } from '../specification/account-holder.js';
import { readEvents } from '../specification/event-reader.js';
import { runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const soon = { timeout: 20_000, interval: 20 };

const listen = async (token: string, lastEventId?: string) => {
  const stream = await readEvents(`${service.url}/api/live_own/`, {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
  await expect.poll(() => stream.heard[0]?.event, soon).toBe('position');
  const changes = () => stream.changes().map((data) => ownChangeSchema.parse(data));
  return {
    ...stream,
    changes,
    about: (position: string): OwnChange['about'][] =>
      changes()
        .filter((change) => change.position === position)
        .map(({ about }) => about)
        .sort(),
  };
};
type Listening = Awaited<ReturnType<typeof listen>>;
const hears = (stream: Listening, position: string, ...about: OwnChange['about'][]) =>
  expect.poll(() => stream.about(position), soon).toEqual(about);

describe('the stream of one’s own changes', () => {
  it('says what changed: the account, the links, a transfer, the cash', async () => {
    const ann = await accountHolder(service);
    const stream = await listen(ann.token);
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.answer.headers.get('cache-control')).toBe('no-store');
    await hears(stream, await ann.opens(), 'account');
    const link = await ann.links('6789');
    const deposit = await ann.moves('incoming', '250.00', link);
    await hears(stream, await ann.hears(deposit, 'COMPLETE'), 'cash', 'transfers');
    expect(stream.changes().map(({ about }) => about)).toContain('bank_links');
    const cancelable = await ann.moves('outgoing', '10.00', link);
    await hears(stream, await ann.does({ type: 'CancelTransfer', transferId: cancelable }), 'transfers');
    await stream.stop();
  });

  it('never carries another person’s changes', async () => {
    const [ann, bob] = [await accountHolder(service), await accountHolder(service)];
    const [ofAnn, ofBob] = [await listen(ann.token), await listen(bob.token)];
    await ann.opens();
    const link = await ann.links('6789');
    const deposit = await ann.moves('incoming', '250.00', link);
    const settled = await ann.hears(deposit, 'COMPLETE');
    await hears(ofAnn, settled, 'cash', 'transfers');
    const opened = await bob.opens();
    await hears(ofBob, opened, 'account');
    const isLater = ({ position }: OwnChange) => BigInt(position) > BigInt(settled);
    expect(ofBob.changes().filter((change) => !isLater(change) || change.about !== 'account')).toEqual([]);
    expect(ofAnn.changes().filter(isLater)).toEqual([]);
    await ofAnn.stop();
    await ofBob.stop();
  });

  it('continues from the last id with what changed meanwhile, once, or with nothing', async () => {
    const ann = await accountHolder(service);
    const first = await listen(ann.token);
    await hears(first, await ann.opens(), 'account');
    const lastId = first.lastId();
    await first.stop();
    const undisturbed = await listen(ann.token, lastId);
    expect(undisturbed.changes()).toEqual([]);
    await undisturbed.stop();
    await ann.moves('incoming', '250.00', await ann.links('6789'));
    await ann.reads('/api/get_ach_methods/');
    const resumed = await listen(ann.token, lastId);
    await expect
      .poll(() => resumed.changes().map(({ about }) => about), soon)
      .toEqual(['bank_links', 'cash', 'transfers']);
    const positions = resumed.changes().map((change) => BigInt(change.position));
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    await resumed.stop();
  });

  it('ends with its own session, and with no other', async () => {
    const id = randomUUID();
    const [ending, staying] = [
      await listen(await service.tokenOf('user', id, 'a session that ends')),
      await listen(await service.tokenOf('user', id, 'a session that stays')),
    ];
    const database = openDatabase({ url: service.databaseUrl, name: 'own changes spec' });
    const changes = await openIdentityChanges(database);
    await database.transaction((sql) => changes.noteEnded(['a session that ends'], new Date(), sql));
    await database.close();
    await expect.poll(ending.hasEnded, soon).toBe(true);
    expect(staying.hasEnded()).toBe(false);
    await staying.stop();
  });

  it('also sends changes whose notice was lost', async () => {
    const ann = await accountHolder(service);
    const stream = await listen(ann.token);
    const opened = await ann.opens();
    await hears(stream, opened, 'account');
    await service.stopProjections();
    const later = (BigInt(opened) + 1_000n).toString();
    const database = openDatabase({ url: service.databaseUrl, name: 'own changes spec' });
    await database.query(
      'UPDATE trading_account.trading_account SET account_position = $1 WHERE user_id = $2',
      [later, ann.id],
    );
    await database.query(
      `UPDATE read_store.checkpoint SET commit_position = $1, prepare_position = $1, changed_position = $1
        WHERE schema = 'trading_account'`,
      [later],
    );
    await database.close();
    await hears(stream, later, 'account');
    await stream.stop();
  });
});
