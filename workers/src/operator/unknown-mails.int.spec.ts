import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { freshDatabase, withOutput } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outbox, openOutbox } from '../mail/outbox.js';
import { operate } from './operate.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let outbox: Outbox;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'unknown mails spec' });
  outbox = await openOutbox(database);
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const ops = (...words: string[]) =>
  withOutput({ DATABASE_URL: fresh.databaseUrl }, () => operate(['mails', ...words]));

/** A mail that a carrier was given some minutes ago. @returns its id */
const handedOver = async (minutes: number): Promise<string> => {
  const eventId = randomUUID();
  const mail = {
    eventId,
    personId: 'ann',
    kind: 'password changed',
    occurredAt: new Date().toISOString(),
  } as const;
  await outbox.note([mail], { position: { commit: 1n, prepare: 1n } });
  await outbox.move(eventId, 'waiting', 'handed over');
  await database.query(
    `UPDATE mail.mail SET changed_at = now() - $2 * interval '1 minute' WHERE event_id = $1`,
    [eventId, minutes],
  );
  return eventId;
};
const rowOf = async (id: string) =>
  (
    await database.query<{ state: string }>(
      'SELECT state, decided_by, reason FROM mail.mail WHERE event_id = $1',
      [id],
    )
  )[0];

describe('mails that a mail server was given, and whose outcome is unknown', () => {
  it('are listed once no worker can be sending them any more', async () => {
    const [id, recent] = [await handedOver(20), await handedOver(1)];
    const { code, out } = await ops('unknown');
    expect(code).toBe(1);
    expect(out).toContain(id);
    expect(out).toContain('password changed');
    expect(out).not.toContain(recent);
    expect(out).toContain('1 email may not have been sent.');
  });

  it('are sent again when an operator says so, once', async () => {
    const [id, recent] = [await handedOver(20), await handedOver(1)];
    expect(await ops('retry', id, '--as=ops-3', '--reason=not in the server’s log')).toMatchObject({
      code: 0,
    });
    expect(await outbox.waiting(id)).toMatchObject({ eventId: id });
    expect(await rowOf(id)).toMatchObject({ decided_by: 'ops-3', reason: 'not in the server’s log' });
    for (const other of [id, recent, randomUUID(), 'none'])
      expect(await ops('retry', other, '--as=ops-3', '--reason=again')).toMatchObject({ code: 1 });
    expect((await rowOf(recent))?.state).toBe('handed over');
    expect((await ops('unknown')).code).toBe(0);
  });

  it('are left, one or all of them, for a reason', async () => {
    const ids = [await handedOver(20), await handedOver(30), await handedOver(40)];
    expect((await ops('dismiss', ids[0] ?? '')).notes).toContain('--reason');
    expect((await ops('dismiss', ids[0] ?? '', '--as=ops-3', '--reason=the server took it')).code).toBe(0);
    expect((await ops('unknown')).out).toContain('2 emails may not have been sent.');
    const { out } = await ops('dismiss', 'all', '--as=ops-5', '--reason=too old');
    expect(out).toContain('2 emails are dismissed.');
    expect(await Promise.all(ids.map(rowOf))).toMatchObject([
      { state: 'dismissed', decided_by: 'ops-3' },
      { state: 'dismissed', decided_by: 'ops-5' },
      { state: 'dismissed', decided_by: 'ops-5', reason: 'too old' },
    ]);
    expect((await ops('unknown')).code).toBe(0);
  });
});
