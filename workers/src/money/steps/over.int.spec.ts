import { randomUUID } from 'node:crypto';
import { BrokerError } from '@groundswell/broker';
import type { OwnerCommand } from '@groundswell/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellJob } from '../../shared/jobs.js';
import { prepareState } from '../../shared/process-state/follow-state.js';
import { openAccountDesk } from '../account-desk.js';
import { prepareOwnTables } from '../own-tables.js';
import { moneyState } from '../process-state/money-state.js';
import { customer, newPerson, type Person } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import { claimedEmailField } from './outcome-fields.js';
import { jobActor } from './set-back.js';
import { type Step, stepIdOf } from './step.js';
import { perform } from './steps.js';
import type { StepEnd } from './work.js';
import { workOnPerson } from './work-on-person.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  await prepareState(trial.database, moneyState);
  await prepareOwnTables(trial.database);
});
afterAll(() => trial.stop());

/** Performs a step on the account as read now, which changes before anything is sent. */
const meanwhile = async (person: Person, step: Step, change: () => Promise<unknown>): Promise<StepEnd> => {
  const desk = openAccountDesk(trial.eventStore, () => new Date());
  const loaded = await desk.read(person.id);
  await change();
  const { signal } = new AbortController();
  return perform({ dependencies: trial.dependencies, desk, userId: person.id, loaded, signal }, step);
};

const accountsAtBroker = async () => ((await trial.admin('GET', '/accounts')) as unknown[]).length;
const linksOf = async (person: Person) => {
  const { brokerAccountId } = await trial.account(person.id);
  return trial.dependencies.broker.bankLinks.list(brokerAccountId ?? '');
};

describe('a step that is over by the time it would be sent', { timeout: patience }, () => {
  it('sends no canceled application, and keeps nothing of its person', async () => {
    const ann = newPerson(trial);
    const applicationId = await ann.apply();
    const before = await accountsAtBroker();
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const code = 'DroppedByOperator';
    const end = await meanwhile(ann, { kind: 'submit-application', entityId: applicationId }, () =>
      desk.tell(ann.id, { type: 'RecordApplicationRefused', applicationId, code }),
    );
    expect(end).toBe('again');
    expect(await accountsAtBroker()).toBe(before);
    expect(await trial.vault.get(ann.id, [claimedEmailField])).toEqual({});
  });

  it('leaves no job behind that was parked just after the application had been ended', async () => {
    const ann = newPerson(trial);
    const applicationId = randomUUID();
    await ann.ask({ type: 'RequestTradingAccount', applicationId, agreementVersion: '1' });
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const code = 'DroppedByOperator';
    const vault = Object.assign(Object.create(trial.vault), {
      async get() {
        await desk.tell(ann.id, { type: 'RecordApplicationRefused', applicationId, code });
        return {};
      },
    });
    await workOnPerson({ ...trial.dependencies, vault }, desk, ann.id, new AbortController().signal);
    const { events } = await trial.eventStore.readStream(`job-submit-application.${applicationId}`);
    expect(events.map(({ type }) => type)).toEqual(['JobParked', 'JobFinished']);
  });

  it('treats an address as someone else’s only if no earlier attempt can have taken it', async () => {
    const taken = new BrokerError('email taken', { kind: 'refused', status: 409 });
    const { broker } = trial.dependencies;
    const accounts = Object.assign(Object.create(broker.accounts), {
      create: () => Promise.reject(taken),
      findByEmail: () => Promise.resolve(undefined),
    });
    const slow = { ...trial.dependencies, broker: Object.assign(Object.create(broker), { accounts }) };
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const submits = async (person: Person, applicationId: string): Promise<StepEnd> => {
      const loaded = await desk.read(person.id);
      const { signal } = new AbortController();
      const work = { dependencies: slow, desk, userId: person.id, loaded, signal };
      return perform(work, { kind: 'submit-application', entityId: applicationId });
    };
    const [ann, bob] = [newPerson(trial), newPerson(trial)];
    const [first, second] = [await ann.apply(), await bob.apply()];
    // The response was lost, and the broker's search lags behind.
    await desk.tell(ann.id, { type: 'StartApplicationSubmission', applicationId: first });
    await expect(submits(ann, first)).rejects.toThrow('doesn’t show it');
    expect((await trial.account(ann.id)).application?.stage).toBe('submitting');
    expect(await trial.vault.get(ann.id, [claimedEmailField])).toEqual({ [claimedEmailField]: ann.email });
    // Dropped by an operator, and applied for once more: the first attempt may have opened an account all the same.
    const code = 'DroppedByOperator';
    await desk.tell(ann.id, { type: 'RecordApplicationRefused', applicationId: first, code });
    const again = await ann.apply();
    await expect(submits(ann, again)).rejects.toThrow('doesn’t show it');
    expect(await trial.vault.get(ann.id, [claimedEmailField])).toEqual({ [claimedEmailField]: ann.email });
    // Their next try is with an address that somebody else has: what they claimed before stays theirs.
    await desk.tell(ann.id, { type: 'RecordApplicationRefused', applicationId: again, code });
    const carl = newPerson(trial);
    await trial.vault.put(carl.id, { [claimedEmailField]: { value: carl.email, unique: true } });
    await submits(ann, await ann.apply({ email: carl.email }));
    expect((await trial.account(ann.id)).application?.stage).toBe('refused');
    expect(await trial.vault.get(ann.id, [claimedEmailField])).toEqual({ [claimedEmailField]: ann.email });
    await submits(bob, second);
    expect((await trial.account(bob.id)).application?.stage).toBe('refused');
  });

  it('keeps an address that an earlier attempt may have opened an account with, though the broker refuses the next one', async () => {
    const { broker } = trial.dependencies;
    const create = () =>
      Promise.reject(new BrokerError('tax_id', { kind: 'refused', status: 422, words: 'tax_id' }));
    const findByEmail = () => Promise.resolve(undefined);
    const accounts = Object.assign(Object.create(broker.accounts), { create, findByEmail });
    const dependencies = {
      ...trial.dependencies,
      broker: Object.assign(Object.create(broker), { accounts }),
    };
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const submits = async (person: Person, entityId: string): Promise<object> => {
      const { signal } = new AbortController();
      const work = { dependencies, desk, userId: person.id, loaded: await desk.read(person.id), signal };
      await perform(work, { kind: 'submit-application', entityId });
      return trial.vault.get(person.id, [claimedEmailField]);
    };
    const [ann, bob] = [newPerson(trial), newPerson(trial)];
    const applicationId = await ann.apply();
    await desk.tell(ann.id, { type: 'StartApplicationSubmission', applicationId });
    expect(await submits(ann, applicationId)).toEqual({ [claimedEmailField]: ann.email });
    expect(await submits(bob, await bob.apply())).toEqual({});
  });

  it('asks operators about an account that was opened after they applied and before any attempt that is known, and takes it once they retry', async () => {
    const hour = 3_600_000;
    const { broker } = trial.dependencies;
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const applied = async (openedAt: Date, failures: readonly BrokerError[] = []) => {
      const ann = newPerson(trial);
      const applicationId = await ann.apply({}, new Date(Date.now() - 2 * hour));
      const opened = { id: `of ${ann.id}`, status: 'ACTIVE', createdAt: openedAt, asOf: new Date() };
      const answers = [...failures];
      const taken = new BrokerError('email taken', { kind: 'refused', status: 409 });
      const accounts = Object.assign(Object.create(broker.accounts), {
        create: () => Promise.reject(answers.shift() ?? taken),
        findByEmail: () => Promise.resolve(opened),
      });
      const dependencies = {
        ...trial.dependencies,
        broker: Object.assign(Object.create(broker), { accounts }),
      };
      const { signal } = new AbortController();
      const step = { kind: 'submit-application', entityId: applicationId } as const;
      const submits = async () => {
        const work = { dependencies, desk, userId: ann.id, loaded: await desk.read(ann.id), signal };
        await perform(work, step);
        return (await trial.account(ann.id)).application?.stage;
      };
      return { ann, applicationId, step, submits };
    };
    const asked = { message: expect.stringContaining('If it is theirs, retry this job'), forGood: true };
    const anHourAgo = new Date(Date.now() - hour);
    const { ann, step, submits } = await applied(anHourAgo);
    // A job that was retried for another reason answers nothing.
    const context = () => ({
      commandId: randomUUID(),
      actor: jobActor,
      occurredAt: new Date().toISOString(),
    });
    const jobId = stepIdOf(step);
    const facts = { jobId, kind: 'submit application', subject: `tradingAccount-${ann.id}` };
    const retriedFor = async (reason: string) => {
      await tellJob(trial.eventStore, jobId, { type: 'ParkJob', ...facts, reason }, context());
      await tellJob(trial.eventStore, jobId, { type: 'RetryJob' }, context());
    };
    await retriedFor('The broker is away.');
    const fault: Error = await submits().catch((thrown) => thrown);
    expect(fault).toMatchObject(asked);
    // Nor does a worker that tries again.
    await expect(submits()).rejects.toMatchObject(asked);
    await retriedFor(fault.message);
    expect(await submits()).toBe('accepted');
    expect(await (await applied(new Date(Date.now() - 3 * hour))).submits()).toBe('refused');

    // An attempt that is known was made later than the account, however it ended.
    const failing = await applied(anHourAgo, [new BrokerError('busy', { kind: 'unavailable', status: 503 })]);
    await expect(failing.submits()).rejects.toThrow('busy');
    await expect(failing.submits()).rejects.toMatchObject(asked);
    const begun = await applied(anHourAgo);
    const { applicationId } = begun;
    await desk.tell(begun.ann.id, { type: 'StartApplicationSubmission', applicationId });
    await expect(begun.submits()).rejects.toMatchObject(asked);
  });

  it('adopts the account that an earlier attempt opened under another address, and opens no second one', async () => {
    const { broker } = trial.dependencies;
    const create: typeof broker.accounts.create = async (...asked) => {
      await broker.accounts.create(...asked);
      throw new BrokerError('the answer was lost', { kind: 'unavailable' });
    };
    const accounts = Object.assign(Object.create(broker.accounts), { create });
    const losing = { ...trial.dependencies, broker: Object.assign(Object.create(broker), { accounts }) };
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const ann = newPerson(trial);
    const submits = async (dependencies: typeof losing, entityId: string): Promise<StepEnd> => {
      const loaded = await desk.read(ann.id);
      const { signal } = new AbortController();
      return perform(
        { dependencies, desk, userId: ann.id, loaded, signal },
        { kind: 'submit-application', entityId },
      );
    };
    const first = await ann.apply();
    await expect(submits(losing, first)).rejects.toThrow('the answer was lost');
    const opened = await broker.accounts.findByEmail(ann.email, new AbortController().signal);
    const code = 'DroppedByOperator';
    await desk.tell(ann.id, { type: 'RecordApplicationRefused', applicationId: first, code });
    const before = await accountsAtBroker();
    await submits(trial.dependencies, await ann.apply({ email: newPerson(trial).email }));
    expect(await accountsAtBroker()).toBe(before);
    expect((await trial.account(ann.id)).brokerAccountId).toBe(opened?.id);
    expect(await trial.vault.get(ann.id, [claimedEmailField])).toEqual({ [claimedEmailField]: ann.email });
  });

  it.each([
    ['replaced', (id: string): OwnerCommand => replacing(id)],
    ['removed', (id: string): OwnerCommand => ({ type: 'RemoveBankLink', bankLinkId: id, proven: true })],
  ])('sends no bank link that was %s', async (_how, asked) => {
    const running = await trial.work();
    const ann = newPerson(trial);
    await ann.apply();
    await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));
    await running.close();
    const linkId = await ann.link();
    const end = await meanwhile(ann, { kind: 'submit-bank-link', entityId: linkId }, () =>
      ann.ask(asked(linkId)),
    );
    expect(end).toBe('again');
    expect(await linksOf(ann)).toEqual([]);
  });

  it('does not adopt a link made before the request', async () => {
    const running = await trial.work();
    const ann = await customer(trial);
    await running.close();
    const [old] = (await trial.account(ann.id)).bankLinks.keys();
    await ann.ask({ type: 'RemoveBankLink', bankLinkId: old ?? '', proven: true });
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    await desk.tell(ann.id, { type: 'RecordBankLinkRemoved', bankLinkId: old ?? '' });
    const { brokerAccountId = '' } = await trial.account(ann.id);
    const { bankLinks } = trial.dependencies.broker;
    for (const { id } of await linksOf(ann)) await bankLinks.remove(brokerAccountId, id);
    // Made by other means, for another person: only the last digits match.
    const stranger = await bankLinks.create(brokerAccountId, {
      ownerName: 'Ada Byron',
      type: 'CHECKING',
      accountNumber: '999123456789',
      routingNumber: '121000358',
    });
    const linkId = await ann.link();
    await trial.work();
    await eventually(async () =>
      expect((await trial.account(ann.id)).bankLinks.get(linkId)).toMatchObject({ brokerStatus: 'APPROVED' }),
    );
    expect((await trial.account(ann.id)).bankLinks.get(linkId)?.relationshipId).not.toBe(stranger.id);
    const active = (await linksOf(ann)).filter(({ status }) => status === 'APPROVED');
    expect(active).toHaveLength(1);
  });
});

const replacing = (replaces: string): OwnerCommand => ({
  type: 'RequestBankLink',
  look: { proven: true, ownerMatches: true, withdrawableFrom: null },
  bankLinkId: `instead of ${replaces}`,
  accountType: 'checking',
  ending: '1111',
  replaces,
});
