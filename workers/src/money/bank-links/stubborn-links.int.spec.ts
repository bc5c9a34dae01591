import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJob, tellJob } from '../../shared/jobs.js';
import { customer, type Person } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import { obstacleOf } from '../steps/drop.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  await trial.work();
});
afterAll(() => trial.stop());

const linkOf = async (person: Person) => {
  const [link] = (await trial.account(person.id)).bankLinks.values();
  if (!link) throw new Error('there is no link');
  return link;
};

const removed = (person: Person, bankLinkId: string) =>
  eventually(async () =>
    expect((await trial.account(person.id)).bankLinks.get(bankLinkId)?.stage).toBe('removed'),
  );

const linksAgain = async (person: Person): Promise<void> => {
  const next = await person.link({ number: '000987654321' });
  await eventually(async () =>
    expect((await trial.account(person.id)).bankLinks.get(next)).toMatchObject({
      stage: 'accepted',
      brokerStatus: 'APPROVED',
    }),
  );
};

const context = () => ({
  commandId: randomUUID(),
  actor: { id: 'operator', role: 'operator' as const },
  occurredAt: new Date().toISOString(),
  reason: 'the broker was asked',
});

describe('a bank link that the broker does not end', { timeout: patience }, () => {
  it('is replaced by the next one, although its end failed after the broker had accepted the request', async () => {
    const ann = await customer(trial);
    const { id, relationshipId } = await linkOf(ann);
    await trial.admin('PATCH', '/times', { linking: 3_600_000 });
    await ann.ask({ type: 'RemoveBankLink', bankLinkId: id, proven: true });
    await removed(ann, id);
    await trial.admin('POST', `/ach_relationships/${relationshipId}/status`, { status: 'CANCEL_FAILED' });
    await trial.admin('PATCH', '/times', { linking: 0 });
    await linksAgain(ann);
  });

  it('does not stop the cash comparison, and may be dropped once the broker refuses permanently', async () => {
    const ann = await customer(trial);
    const { id, relationshipId = '' } = await linkOf(ann);
    const { brokerAccountId = '' } = await trial.account(ann.id);
    const path = `/v1/accounts/${brokerAccountId}/ach_relationships`;
    await trial.fault({ kind: '422', path, method: 'DELETE', times: 100_000 });
    await ann.ask({ type: 'RemoveBankLink', bankLinkId: id, proven: true });
    const jobId = `remove-bank-link.${id}`;
    await eventually(async () =>
      expect(await readJob(trial.eventStore, jobId)).toMatchObject({
        state: 'parked',
        reason: expect.stringContaining('refuses to end this link'),
      }),
    );

    // A transfer that no one requested here.
    const { broker } = trial.dependencies;
    const stranger = { relationshipId, direction: 'INCOMING', amount: '7.00' } as const;
    await broker.transfers.create(brokerAccountId, stranger);
    await eventually(async () =>
      expect((await trial.account(ann.id)).difference).toEqual({ brokerCash: '7.00', ledgerCash: '0.00' }),
    );

    expect(await obstacleOf(trial.eventStore, jobId)).toBeUndefined();
    await tellJob(trial.eventStore, jobId, { type: 'DropJob' }, context());
    await removed(ann, id);
    await trial.admin('DELETE', '/faults');
    await linksAgain(ann);
  });
});
