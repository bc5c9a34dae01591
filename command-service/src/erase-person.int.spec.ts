import { randomUUID } from 'node:crypto';
import { calls, refuse, streamOf } from '@groundswell/contracts';
import * as jobs from '@groundswell/domain/job';
import { createLog } from '@groundswell/platform';
import { dispatch } from '@groundswell/platform/event-store';
import { parseCommandLine } from '@groundswell/platform/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoreServices } from './core-services.js';
import { catalogue } from './operator/catalogue.js';
import { carryOut, toCommand } from './operator/commands.js';
import { createAccounts } from './people/account/accounts.js';
import { everythingIn } from './spec-kit/everything.js';
import { cause, type Instance, type Person, startInstance } from './spec-kit/instance.js';
import {
  application,
  bank,
  customerWithAccount,
  customerWithBank,
  eventsOf,
  newCustomer,
  settle,
  tell,
} from './spec-kit/money.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

const [definition] = catalogue.filter(({ name }) => name === 'erase-person');
const commandOf = (words: readonly string[]) =>
  toCommand(parseCommandLine(words, definition ?? { name: '', summary: '' }));
const noPassword = async () => '';
const erase = async (id: string, core: CoreServices = instance.services) => {
  const command = commandOf(['erase-person', id, '--reason', 'asked for it']);
  return (await carryOut(core, command, noPassword, cause)).message;
};

const everythingStored = () => everythingIn(instance.services.database);

const everythingLogged = async (): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { events } of instance.services.eventStore.readAll()) {
    for (const { position, revision, recordedAt: _recordedAt, ...event } of events) {
      lines.push(JSON.stringify({ ...event, position: `${position.commit}`, revision: `${revision}` }));
    }
  }
  return lines;
};

/** A person who was on the waitlist, has an account, and is signed in. */
const settledPerson = async (): Promise<Person> => {
  const person = await instance.register({ staff: true });
  await instance.ask(calls.requestPasswordReset, { email: person.email });
  await instance.joinWaitlist(person.email);
  return person;
};

/** A person's fields in the vault, and how many of them are Social Security numbers. */
const vaultOf = async (personId: string) => {
  const rows = await instance.services.database.query<{ field: string }>(
    'SELECT field FROM vault.personal_value WHERE person_id = $1 ORDER BY field',
    [personId],
  );
  const fields = rows.map(({ field }) => field);
  return { fields, numbers: fields.filter((field) => field.endsWith('.ssn')).length };
};

describe('erasing a person', () => {
  it('leaves only ids that lead nowhere, and every event as it was', async () => {
    const person = await settledPerson();
    const other = await settledPerson();
    const { access, refresh } = await instance.signIn(person);
    const token = await instance.issueLink('password_reset', person.id);
    const before = await everythingLogged();

    expect(await erase(person.id)).toBe(`${person.id} is erased`);

    const [stored, after] = [await everythingStored(), await everythingLogged()];
    for (const traces of [stored, after.join('\n'), instance.logLines.join('\n')]) {
      expect(traces).not.toContain(person.email);
      expect(traces).not.toContain(person.email.split('@')[0]);
    }
    expect(after.slice(0, before.length)).toEqual(before);
    const { events } = await instance.services.eventStore.readStream(streamOf('user', person.id));
    expect(events.at(-1)).toMatchObject({
      type: 'PersonErased',
      metadata: { actor: { role: 'operator' }, reason: 'asked for it' },
    });
    expect((await instance.typesIn(streamOf('waitlist', person.id))).at(-1)).toBe('WaitlistLeft');

    expect((await instance.ask(calls.getUser, undefined, { token: access })).status).toBe(401);
    expect((await instance.ask(calls.refreshToken, { refresh })).status).toBe(401);
    // Services without sessions are notified too, and nothing shows any more whose session it was.
    const { sid } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
    const rowsOf = (table: string, column: string, value: string) =>
      instance.services.database.query(`SELECT FROM ${table} WHERE ${column}::text = $1`, [value]);
    expect(await rowsOf('identity.ended_session', 'session_id', sid)).toHaveLength(1);
    expect(await rowsOf('people.session', 'user_id', person.id)).toHaveLength(0);
    const { email, password } = person;
    expect((await instance.ask(calls.signIn, { email, password })).status).toBe(401);
    const reset = await instance.ask(calls.resetPassword, { token, password: `tide ${randomUUID()}` });
    expect(reset.body.code).toBe('LinkNotValid');
    // Everyone else is unchanged.
    expect((await instance.ask(calls.signIn, { email: other.email, password: other.password })).status).toBe(
      200,
    );
  });

  it('removes their encryption keys', async () => {
    const person = await settledPerson();
    const keys = () =>
      instance.services.database.query('SELECT FROM vault.person_key WHERE person_id = $1', [person.id]);
    expect(await keys()).toHaveLength(1);
    await erase(person.id);
    expect(await keys()).toHaveLength(0);
  });

  it('may be repeated, and the address can then join as a new person', async () => {
    const person = await settledPerson();
    await erase(person.id);
    expect(await erase(person.id)).toBe(`${person.id} was already erased`);
    const { id: newId } = await instance.joinWaitlist(person.email);
    expect(await instance.services.accounts.findByEmail(person.email)).toBe(newId);
    expect(newId).not.toBe(person.id);
  });

  it('ends a session that begins in the middle of it, and its access token with it', async () => {
    const person = await instance.register();
    const { sessions, identityChanges } = instance.services;
    let begun: string[] = [];
    const endAllOf: typeof sessions.endAllOf = async (userId, reason, sql) => {
      const ended = await sessions.endAllOf(userId, reason, sql);
      if (sql) return ended;
      await instance.signIn(person);
      begun = (await sessions.listOf(person.id)).map(({ sessionId }) => sessionId);
      return ended;
    };
    await erase(person.id, { ...instance.services, sessions: { ...sessions, endAllOf } });
    expect(begun).toHaveLength(1);
    expect([...(await identityChanges.endedAmong(begun))]).toEqual(begun);
  });

  it('leaves no password that was being set at that moment', async () => {
    const person = await instance.register();
    const { services } = instance;
    const append: typeof services.eventStore.append = async (...given) => {
      const done = await services.eventStore.append(...given);
      await erase(person.id);
      return done;
    };
    const accounts = createAccounts({
      ...services,
      eventStore: { ...services.eventStore, append },
      changes: services.identityChanges,
      log: createLog({ service: 'spec', level: 'silent' }),
    });
    const set = await accounts.setPassword(person.id, 'another long password', cause);
    expect(set).toMatchObject({ refused: 'user_not_found' });
    const kept = 'SELECT FROM people.credential WHERE user_id = $1';
    expect(await services.database.query(kept, [person.id])).toEqual([]);
  });

  it('works for someone who was only on the waitlist', async () => {
    const { id, email } = await instance.joinWaitlist();
    await erase(id);
    expect(await everythingStored()).not.toContain(email);
    expect(await instance.services.accounts.findByEmail(email)).toBeUndefined();
  });

  it('waits until they have no money here, and then closes what they have at the broker', async () => {
    const { customer, link } = await customerWithBank(instance);
    const { fields } = await vaultOf(customer.id);
    expect(fields.length).toBeGreaterThan(4);
    const { body } = await instance.ask(
      calls.createAchTransfer,
      { amount: '10.00', direction: 'incoming', ach_relationship_id: link },
      { token: customer.token },
    );
    await expect(erase(customer.id)).rejects.toThrow('has cash or a pending transfer');
    await settle(instance, customer, body.id);
    await expect(erase(customer.id)).rejects.toThrow('has cash or a pending transfer');
    expect((await instance.ask(calls.getUser, undefined, { token: customer.token })).status).toBe(200);
    expect((await vaultOf(customer.id)).fields).toEqual(fields);

    const transferId = body.id;
    const back = { status: 'RETURNED', reason: 'R01', heldUntil: null } as const;
    await tell(instance, customer, { type: 'ReportTransferStatus', transferId, ...back });
    expect(await erase(customer.id)).toBe(`${customer.id} is erased`);
    expect((await vaultOf(customer.id)).fields).toEqual([]);
    expect((await eventsOf(instance, customer)).at(-1)).toMatchObject({
      type: 'BankLinkRemovalRequested',
      data: { bankLinkId: link },
    });
    expect(await erase(customer.id)).toBe(`${customer.id} was already erased`);
  });

  it('waits until a transfer that someone made at the broker is explained, and 60 days when it is left there', async () => {
    const { customer } = await customerWithBank(instance);
    const id = `explain-transfer.${randomUUID()}`;
    const job = (command: jobs.JobCommand) =>
      dispatch(instance.services.eventStore, {
        stream: streamOf('job', id),
        folding: { initialState: jobs.initialState, evolve: jobs.evolve },
        decide: (known: jobs.ParkedJob | undefined) => jobs.decide(command, known),
        context: { ...cause, commandId: randomUUID(), occurredAt: instance.now().toISOString() },
      });
    const subject = streamOf('tradingAccount', customer.id);
    await job({
      type: 'ParkJob',
      jobId: id,
      kind: 'explain transfer',
      subject,
      reason: 'nobody asked for it',
    });
    await expect(erase(customer.id)).rejects.toThrow(`parked show ${id}`);
    await job({ type: 'DropJob' });
    await expect(erase(customer.id)).rejects.toThrow('may still be returned, or carried out late');
    instance.moveClock(60 * 86_400_000);
    expect(await erase(customer.id)).toBe(`${customer.id} is erased`);
  });

  it('cancels an application that waits for the broker', async () => {
    const customer = await newCustomer(instance);
    await instance.ask(calls.createAlpacaAccount, application, { token: customer.token });
    expect((await vaultOf(customer.id)).numbers).toBe(1);
    await erase(customer.id);
    expect(await vaultOf(customer.id)).toEqual({ fields: [], numbers: 0 });
    expect((await eventsOf(instance, customer)).at(-1)?.type).toBe('ApplicationRefused');
  });

  describe('while a bank link is being sent to the broker', () => {
    const customerWithLink = async () => {
      const customer = await customerWithAccount(instance);
      const { body } = await instance.ask(calls.createAchMethod, bank, { token: customer.token });
      return { customer, bankLinkId: body.id, ...(await vaultOf(customer.id)) };
    };

    it('is refused, and erases nothing until the broker has answered', async () => {
      const { customer, bankLinkId, fields } = await customerWithLink();
      await tell(instance, customer, { type: 'StartBankLinkSubmission', bankLinkId });
      await expect(erase(customer.id)).rejects.toThrow(
        'We’re asking your bank about this account right now.',
      );
      expect((await vaultOf(customer.id)).fields).toEqual(fields);
      expect((await instance.ask(calls.getUser, undefined, { token: customer.token })).status).toBe(200);

      const accepted = { relationshipId: randomUUID(), status: 'APPROVED' };
      await tell(instance, customer, { type: 'RecordBankLinkAccepted', bankLinkId, ...accepted });
      instance.moveClock(60_000);
      expect(await erase(customer.id)).toBe(`${customer.id} is erased`);
      const last = (await eventsOf(instance, customer)).at(-1);
      expect(last).toMatchObject({ type: 'BankLinkRemovalRequested', data: { bankLinkId } });
      expect(last?.metadata.occurredAt).toBe(instance.now().toISOString());
    });

    it('is also refused when the sending begins during the erasure', async () => {
      const { customer, bankLinkId, fields } = await customerWithLink();
      const { sessions } = instance.services;
      const endAllOf: typeof sessions.endAllOf = async (...ending) => {
        await sessions.endAllOf(...ending);
        await tell(instance, customer, { type: 'StartBankLinkSubmission', bankLinkId });
      };
      const erasing = erase(customer.id, { ...instance.services, sessions: { ...sessions, endAllOf } });
      await expect(erasing).rejects.toThrow('We’re asking your bank about this account right now.');
      expect((await vaultOf(customer.id)).fields).toEqual(fields);
      expect((await eventsOf(instance, customer)).at(-1)?.type).toBe('BankLinkSubmissionStarted');
    });
  });

  it('reports that its last step was refused, and a repeat completes it', async () => {
    const person = await settledPerson();
    const { accounts } = instance.services;
    const change = async () => refuse('RevisionConflict');
    const erasing = erase(person.id, { ...instance.services, accounts: { ...accounts, change } });
    await expect(erasing).rejects.toThrow('Someone else changed this in the meantime.');
    expect(await erase(person.id)).toBe(`${person.id} is erased`);
  });

  it('says that no such person exists, and accepts only an id', async () => {
    await expect(erase(randomUUID())).rejects.toThrow('No person has this id.');
    expect(() => commandOf(['erase-person', 'ann@example.com'])).toThrow('takes the id of one person');
    expect(() => commandOf(['erase-person'])).toThrow('needs <id>: the person’s id');
    expect(() => commandOf(['erase-person', randomUUID()])).toThrow('erase-person needs --reason=<text>');
    expect(() => commandOf(['erase-person', randomUUID(), '--reason=  '])).toThrow('--reason');
    expect(() => commandOf(['erase-person', '--staff'])).toThrow('There is no option --staff.');
  });
});
