import { randomUUID } from 'node:crypto';
import { BrokerError } from '@groundswell/broker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
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
      message: expect.stringContaining('already belongs to someone else here'),
      forGood: true,
    });
    expect((await trial.account(ben.id)).application?.stage).toBe('submitting');
    running = await trial.work();
  });

  describe('whose answer was lost', () => {
    beforeAll(() => running.close());
    afterAll(async () => {
      running = await trial.work();
    });

    const opening = async () => {
      const ann = newPerson(trial);
      // By a clock that is ahead: only the claim tells that the account is theirs.
      const entityId = await ann.apply({}, new Date(Date.now() + 3_600_000));
      const step = { kind: 'submit-application', entityId } as const;
      const desk = openAccountDesk(trial.eventStore, () => new Date());
      const { signal } = new AbortController();
      const performs = async (changed: Partial<Trial['dependencies']>, loaded?: LoadedAccount) =>
        perform(
          {
            dependencies: { ...trial.dependencies, ...changed },
            desk,
            userId: ann.id,
            loaded: loaded ?? (await desk.read(ann.id)),
            signal,
          },
          step,
        );
      const { broker } = trial.dependencies;
      const create: typeof broker.accounts.create = async (...asked) => {
        await broker.accounts.create(...asked);
        throw new BrokerError('the answer was lost', { kind: 'unavailable' });
      };
      const losing: typeof broker = Object.assign(Object.create(broker), {
        accounts: Object.assign(Object.create(broker.accounts), { create }),
      });
      const isAccepted = async () => (await trial.account(ann.id)).application?.stage === 'accepted';
      return { ann, desk, performs, broker, losing, isAccepted };
    };

    it('is found by a worker that was frozen while another one opened it: the first claim of an address counts', async () => {
      const { ann, desk, performs, broker, losing, isAccepted } = await opening();
      const loaded = await desk.read(ann.id);
      const frozen: typeof broker = Object.assign(Object.create(broker), {
        async clock() {
          await expect(performs({ broker: losing })).rejects.toThrow('the answer was lost');
          return { ...(await broker.clock()), now: new Date(Date.now() + 600_000) };
        },
      });
      expect(await performs({ broker: frozen }, loaded)).toBe('done');
      expect(await isAccepted()).toBe(true);
    });

    it('is found by a worker whose clock is ahead of the broker’s', async () => {
      const { performs, losing, isAccepted } = await opening();
      const now = () => new Date(Date.now() + 600_000);
      await expect(performs({ broker: losing, now })).rejects.toThrow('the answer was lost');
      expect(await performs({ now })).toBe('done');
      expect(await isAccepted()).toBe(true);
    });
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
