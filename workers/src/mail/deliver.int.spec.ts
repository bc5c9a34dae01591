import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import { type Links, mailboxOf, openLinks } from '@groundswell/platform/links';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Message, NotTaken } from './carrier.js';
import { type Delivery, deliver } from './deliver.js';
import { mailsFor } from './mailable.js';
import { type Outbox, openOutbox } from './outbox.js';

const now = new Date('2026-03-02T15:00:00Z');
const away = new NotTaken('ECONNREFUSED', false);
const refused = new NotTaken('EENVELOPE 550', true);

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: ReturnType<typeof openDatabase>;
let delivery: Omit<Delivery, 'links' | 'vault'> & { readonly links: Links; readonly vault: Vault };
let eventId: string;
let fault: NotTaken | undefined;
let sent: Message[];

beforeEach(async () => {
  [sent, eventId, fault] = [[], randomUUID(), undefined];
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'deliver spec' });
  const vault = await openVault({ database, masterKeys: [{ version: 1, key: randomBytes(32) }] });
  const outbox = await openOutbox(database);
  const personId = randomUUID();
  await vault.put(personId, { email: { value: `${personId}@example.com`, unique: true } });
  const mail = { eventId, personId, kind: 'password changed', occurredAt: now.toISOString() } as const;
  await outbox.note([mail], { position: { commit: 1n, prepare: 1n } });
  delivery = {
    outbox,
    vault,
    links: await openLinks(database, () => now),
    publicUrl: 'https://groundswell.test',
    hasAccount: async () => false,
    turnOf: async () => {
      throw new Error('no mail about money');
    },
    carrier: {
      async carry(message) {
        if (fault) throw fault;
        sent.push(message);
      },
    },
    now: () => now,
    log: createLog({ service: 'deliver spec', level: 'silent' }),
  };
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const attempt = (number: number, more: { again?: true } = {}) =>
  deliver(delivery, { data: { eventId, ...more }, attempt: number, attempts: 8 });
const waiting = async () => (await delivery.outbox.allWaiting()).map((mail) => mail.eventId);

describe('a mail', () => {
  it('holds a link that works, also when two jobs of it meet', async () => {
    const { outbox } = delivery;
    const mail = { eventId: randomUUID(), personId: 'ann', kind: 'confirm waitlist' } as const;
    eventId = mail.eventId;
    await delivery.vault.put('ann', { email: { value: 'ann@example.com', unique: true } });
    await outbox.note([{ ...mail, occurredAt: now.toISOString() }], {
      position: { commit: 2n, prepare: 2n },
    });
    let both = (): void => undefined;
    const met = new Promise<void>((resolve) => {
      both = resolve;
    });
    let arrived = 0;
    const move: Outbox['move'] = async (id, from, to) => {
      if (to === 'handed over' && ++arrived === 2) both();
      if (to === 'handed over') await met;
      return outbox.move(id, from, to);
    };
    delivery = { ...delivery, outbox: { ...outbox, move } };
    await Promise.all([attempt(1), attempt(1, { again: true })]);
    const tokens = sent.map(({ text }) => /\/confirm_waitlist#([\w-]+)/.exec(text)?.[1] ?? text);
    expect(tokens).toHaveLength(1);
    expect(await delivery.links.personOf(tokens[0] ?? '', 'confirm_waitlist')).toBe('ann');
  });

  it('is not sent, and its link does not work, when the address changes just before the link is issued', async () => {
    eventId = randomUUID();
    const { vault, links } = delivery;
    const pending = (email: string) => vault.put('mallory', { 'email.pending': { value: email } });
    await vault.put('mallory', { email: { value: 'mallory@example.com', unique: true } });
    await pending('hers@example.com');
    const mail = { eventId, personId: 'mallory', kind: 'confirm address' } as const;
    await delivery.outbox.note([{ ...mail, occurredAt: now.toISOString() }], {
      position: { commit: 4n, prepare: 4n },
    });
    const tokens: string[] = [];
    const issue: Links['issue'] = async (link, token) => {
      await pending('somebody.elses@example.com');
      await links.revoke('mallory', 'confirm_email');
      tokens.push(await links.issue(link, token));
      return token ?? '';
    };
    delivery = { ...delivery, links: { ...links, issue } };
    await attempt(1);
    expect(sent).toEqual([]);
    expect(tokens).toHaveLength(1);
    expect(await links.personOf(tokens[0] ?? '', 'confirm_email')).toBeUndefined();
  });

  it('is not sent, and its link does not work, when it is issued while a change of the address is being made', async () => {
    eventId = randomUUID();
    const { vault, links } = delivery;
    await vault.put('ann', { email: { value: 'ann@example.com', unique: true } });
    const mail = { eventId, personId: 'ann', kind: 'reset password' } as const;
    await delivery.outbox.note([{ ...mail, occurredAt: now.toISOString() }], {
      position: { commit: 5n, prepare: 5n },
    });
    const tokens: string[] = [];
    let sending = Promise.resolve();
    const isIssuing = new Promise<void>((resolve) => {
      const issue: Links['issue'] = async (link, token = '') => {
        tokens.push(token);
        resolve();
        return links.issue(link, token);
      };
      delivery = { ...delivery, links: { ...links, issue } };
    });
    await database.transaction(async (sql) => {
      await lockSignInMethods(sql, 'ann');
      await links.revoke('ann', 'password_reset', sql);
      sending = attempt(1);
      await isIssuing;
      await setTimeout(300);
      await vault.replace('ann', [], { email: { value: 'new@example.com', unique: true } }, sql);
    });
    await sending;
    expect(sent).toEqual([]);
    expect(await links.personOf(tokens[0] ?? '', 'password_reset')).toBeUndefined();
  });

  it('holds a link that stops a change of the address, and tells from which mailbox', async () => {
    eventId = randomUUID();
    const { vault, links, outbox } = delivery;
    await vault.put('ann', { 'email.asked_from': { value: 'ann@example.com' } });
    const mail = { eventId, personId: 'ann', kind: 'address change asked for' } as const;
    await outbox.note([{ ...mail, occurredAt: now.toISOString() }], {
      position: { commit: 6n, prepare: 6n },
    });
    await attempt(1);
    const token = /\/stop_email_change#([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? 'none';
    expect(await links.spend(token, 'stop_email_change', database)).toEqual({
      personId: 'ann',
      mailbox: mailboxOf(vault, 'ann@example.com'),
    });
  });

  it('tells each address that can be had back that it was changed, with a link of its own, also when it is late', async () => {
    const { vault, links, outbox } = delivery;
    const left = { 'email.previous': 'first@example.com', 'email.between': 'second@example.com' };
    for (const [field, value] of Object.entries(left)) await vault.put('ann', { [field]: { value } });
    const metadata = { occurredAt: now.toISOString() };
    const changed = { id: randomUUID(), type: 'EmailChanged', data: {}, stream: 'user-ann', metadata };
    const mails = mailsFor([changed as never]).filter(({ kind }) => kind !== 'address changed');
    await outbox.note(mails, { position: { commit: 7n, prepare: 7n } });
    fault = away;
    for (const mail of mails) {
      eventId = mail.eventId;
      await attempt(1).catch(() => undefined);
    }
    // Someone who has moved it on meanwhile gets none that was meant for those before.
    await vault.put('ann', { 'email.between_2': { value: 'third@example.com' } });
    fault = undefined;
    for (const mail of mails) {
      eventId = mail.eventId;
      await attempt(2);
    }
    expect(sent.map(({ to }) => to)).toEqual(['first@example.com', 'second@example.com']);
    for (const { to, text } of sent) {
      const token = /\/stop_email_change#([\w-]+)/.exec(text)?.[1] ?? 'none';
      const { mailbox } = (await links.spend(token, 'stop_email_change', database)) ?? {};
      expect(mailbox).toBe(mailboxOf(vault, to));
    }
  });

  it('keeps waiting when its link cannot be stored, and is not sent', async () => {
    eventId = randomUUID();
    await delivery.vault.put('eve', { email: { value: 'eve@example.com', unique: true } });
    const mail = {
      eventId,
      personId: 'eve',
      kind: 'confirm waitlist',
      occurredAt: now.toISOString(),
    } as const;
    await delivery.outbox.note([mail], { position: { commit: 3n, prepare: 3n } });
    const { links } = delivery;
    delivery = { ...delivery, links: { ...links, issue: () => Promise.reject(new Error('away')) } };
    await expect(attempt(1)).rejects.toThrow('away');
    expect(await waiting()).toContain(eventId);
    delivery = { ...delivery, links };
    await attempt(1);
    expect(sent.map(({ to }) => to)).toEqual(['eve@example.com']);
  });

  it('keeps waiting when its server is down for all tries of a job, and goes out once it is back', async () => {
    fault = away;
    for (const number of [1, 8]) await expect(attempt(number)).rejects.toThrow('ECONNREFUSED');
    expect(await waiting()).toEqual([eventId]);
    await attempt(8, { again: true });
    expect(await waiting()).toEqual([eventId]);
    fault = undefined;
    await attempt(1, { again: true });
    expect(sent.map(({ id }) => id)).toEqual([eventId]);
    expect(await waiting()).toEqual([]);
  });

  it('that was permanently refused is tried again when its job is retried', async () => {
    fault = refused;
    await expect(attempt(1)).rejects.toThrow('EENVELOPE 550');
    expect(await waiting()).toEqual([]);
    await expect(attempt(1)).rejects.toThrow('EENVELOPE 550');
    fault = undefined;
    await attempt(1);
    await attempt(1);
    expect(sent.map(({ id }) => id)).toEqual([eventId]);
  });
});
