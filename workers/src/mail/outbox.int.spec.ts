import { randomUUID } from 'node:crypto';
import { openDatabase } from '@groundswell/platform/database';
import { freshDatabase, watchCommits } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DueMail } from './mailable.js';
import { openOutbox } from './outbox.js';
import { PlaceLost } from './reading-place.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'outbox spec' });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const at = (commit: bigint) => ({ commit, prepare: commit });
const due = (): DueMail => ({
  eventId: randomUUID(),
  personId: 'ann',
  kind: 'password changed',
  occurredAt: '2026-03-02T15:00:00Z',
});

it('mails are recorded without waiting for the disk where a loss is noticed, and one that may be sent waits', async () => {
  const outbox = await openOutbox(database);
  const commits = await watchCommits(fresh.databaseUrl, 'mail.mail');
  const [first, second, lost] = [due(), due(), due()];
  await outbox.note([first], { position: at(1n) });
  await outbox.note([second], { position: at(2n), follows: at(1n) });
  await outbox.move(second.eventId, 'waiting', 'handed over');
  expect(await commits()).toEqual(['on', 'off', 'on']);
  const afterLoss = outbox.note([lost], { position: at(4n), follows: at(3n) });
  await expect(afterLoss).rejects.toThrow(PlaceLost);
  await outbox.beginAnew();
  await expect(outbox.note([lost], { position: at(4n), follows: at(2n) })).rejects.toThrow(PlaceLost);
  expect(await outbox.allWaiting()).toEqual([]);
  expect((await outbox.place()).position).toBeUndefined();
});

it('mails that wait are found again the oldest first, and those to people without an account last', async () => {
  const outbox = await openOutbox(database);
  await outbox.beginAnew();
  const joined: DueMail = { ...due(), kind: 'confirm waitlist' };
  const opening: DueMail = { ...due(), kind: 'account opening', occurredAt: '2026-03-02T15:00:30Z' };
  const [early, late] = [
    { ...due(), occurredAt: '2026-03-02T15:01:00Z' },
    { ...due(), occurredAt: '2026-03-02T15:02:00Z' },
  ];
  await outbox.note([opening, joined, late, early], { position: at(9n) });
  expect((await outbox.allWaiting()).map(({ eventId }) => eventId)).toEqual(
    [early, late, joined, opening].map(({ eventId }) => eventId),
  );
});
