import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccountDesk } from '../account-desk.js';
import { customer, newPerson, type Person } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import type { RunningMoney } from '../start-money.js';
import { perform } from '../steps/steps.js';

let trial: Trial;
let running: RunningMoney;
beforeAll(async () => {
  trial = await startTrial();
  running = await trial.work();
});
afterAll(() => trial.stop());

const settles = async (person: Person): Promise<void> => {
  const transferId = await person.move('4.00');
  await eventually(async () =>
    expect((await trial.account(person.id)).transfers.get(transferId)?.status).toBe('available'),
  );
};

describe('an account at the broker', { timeout: patience }, () => {
  it('is not given to someone who applies with the address of a person who was erased a moment ago', async () => {
    const [ann, ben] = [await customer(trial), newPerson(trial)];
    await trial.vault.erase(ann.id);
    await ben.apply({ email: ann.email });
    await eventually(async () =>
      expect((await trial.events(ben.id)).at(-1)).toMatchObject({
        type: 'ApplicationRefused',
        data: { code: 'EmailTaken' },
      }),
    );
  });

  it('is not accepted from a broker that answers with someone else’s: an operator has to ask', async () => {
    const [ann, ben] = [await customer(trial), newPerson(trial)];
    await running.close();
    const { broker } = trial.dependencies;
    const theirs = await broker.accounts.get((await trial.account(ann.id)).brokerAccountId ?? '');
    const accounts = Object.assign(Object.create(broker.accounts), { create: async () => theirs });
    const confused = { ...trial.dependencies, broker: Object.assign(Object.create(broker), { accounts }) };
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const entityId = await ben.apply();
    const { signal } = new AbortController();
    const work = { dependencies: confused, desk, userId: ben.id, loaded: await desk.read(ben.id), signal };
    await expect(perform(work, { kind: 'submit-application', entityId })).rejects.toMatchObject({
      message: expect.stringContaining('someone else here has'),
      forGood: true,
    });
    expect((await trial.account(ben.id)).application?.stage).toBe('submitting');
    running = await trial.work();
  });

  it('stops no one else’s money if the log gives it to two people', async () => {
    const [ann, ben] = [await customer(trial), newPerson(trial)];
    const { brokerAccountId = '' } = await trial.account(ann.id);
    const applicationId = randomUUID();
    await running.close();
    await ben.ask({ type: 'RequestTradingAccount', applicationId, agreementVersion: '1' });
    await openAccountDesk(trial.eventStore, () => new Date()).tell(ben.id, {
      type: 'RecordApplicationAccepted',
      ...{ applicationId, brokerAccountId, status: 'ACTIVE', reportedAt: '2026-03-02T15:00:00Z' },
    });
    running = await trial.work();
    await settles(await customer(trial));
    await settles(ann);
  });
});
