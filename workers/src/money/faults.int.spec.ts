import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJob, tellJob } from '../shared/jobs.js';
import { openAccountDesk } from './account-desk.js';
import { customer, newPerson } from './spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';
import { obstacleOf } from './steps/drop.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  // Long enough for what the broker does late to count, short enough to wait for.
  await trial.work({ timeout: 2_500, doubt: 2_500 });
});
afterAll(() => trial.stop());

const pathOf = async (userId: string): Promise<string> =>
  `/v1/accounts/${(await trial.account(userId)).brokerAccountId}`;

const settles = (userId: string, transferId: string) =>
  eventually(async () => {
    const transfer = (await trial.account(userId)).transfers.get(transferId);
    if (transfer?.status === 'available') return;
    // A call that came later than its time and the doubt after it, as where the machine stood still, is parked.
    const job = await readJob(trial.eventStore, `submit-transfer.${transferId}`);
    throw new Error(`${transfer?.status}, sent ${transfer?.attempts} times, job ${job?.state ?? 'none'}`);
  });

const context = () => ({
  commandId: randomUUID(),
  actor: { id: 'ops-1', role: 'operator' as const },
  occurredAt: new Date().toISOString(),
});

/** What may happen to the call that requests a transfer, and is resolved without a person. */
const faults = [
  { kind: '429', retryAfter: 0 },
  { kind: 'slow', delay: 200 },
  { kind: 'commit-drop' },
  { kind: 'commit-500' },
  { kind: 'commit-hang' },
];

describe('a broker that fails', { timeout: patience }, () => {
  it.for([{ kind: '429', retryAfter: 0 }, { kind: '500' }, { kind: 'commit-500' }, { kind: 'commit-drop' }])(
    'opens one account for one application: $kind',
    async (fault) => {
      await trial.fault({ ...fault, path: '/v1/accounts', method: 'POST' });
      const ann = newPerson(trial);
      await ann.apply();
      await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));
      expect(await trial.admin('GET', '/faults')).toMatchObject({ [fault.kind]: expect.any(Number) });
    },
  );

  it('makes every transfer once, whatever happens to the call', async () => {
    const made = await Promise.all(
      faults.map(async (fault) => {
        const ann = await customer(trial);
        const path = `${await pathOf(ann.id)}/transfers`;
        await trial.fault({ ...fault, path, method: 'POST' });
        // The second of two alike is the hardest to tell from the first.
        const first = await ann.move('2.50');
        const second = await ann.move('2.50');
        await settles(ann.id, first);
        await settles(ann.id, second);
        return { ...fault, amounts: (await trial.held(ann.id)).map(({ amount }) => amount) };
      }),
    );
    expect(made).toEqual(faults.map((fault) => ({ ...fault, amounts: ['2.5', '2.5'] })));
    const met = (await trial.admin('GET', '/faults')) as Record<string, number>;
    for (const { kind } of faults) expect(met[kind], kind).toBeGreaterThan(0);
  });

  it('never resends a transfer of unknown outcome: it is parked after one call, and an operator decides', async () => {
    await Promise.all(
      ['500', 'drop', 'hang'].map(async (kind) => {
        const ann = await customer(trial);
        const path = `${await pathOf(ann.id)}/transfers`;
        await trial.fault({ kind, path, method: 'POST' });
        const first = await ann.move('2.50');
        const second = await ann.move('2.50');
        const jobId = `submit-transfer.${first}`;
        const becomes = (state: string) =>
          eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state, kind).toBe(state));
        await becomes('parked');
        expect((await trial.account(ann.id)).transfers.get(first)?.unknown).toBe(true);
        expect(await obstacleOf(trial.eventStore, jobId)).toContain('The broker may have this transfer');
        // When told to retry, a worker looks once more and sends nothing.
        await tellJob(trial.eventStore, jobId, { type: 'RetryJob' }, context());
        await becomes('parked');
        const starts = (await trial.events(ann.id)).filter(
          ({ type }) => type === 'TransferSubmissionStarted',
        );
        expect(starts, kind).toHaveLength(1);
        await openAccountDesk(trial.eventStore, () => new Date()).tell(ann.id, {
          type: 'ResolveTransferNotMade',
          transferId: first,
          attempt: 1,
        });
        await settles(ann.id, second);
        expect((await trial.account(ann.id)).transfers.get(first)?.status).toBe('refused');
        await becomes('finished');
        expect(await trial.held(ann.id)).toHaveLength(1);
      }),
    );
  });

  it('links every bank once, replaces it and removes it, whatever happens to the calls', async () => {
    const kinds = ['500', 'commit-drop', 'commit-hang'];
    await Promise.all(
      kinds.map(async (kind) => {
        const ann = newPerson(trial);
        await ann.apply();
        await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));
        const path = `${await pathOf(ann.id)}/ach_relationships`;
        await trial.fault({ kind, path, method: 'POST' });
        const link = await ann.link();
        const linked = async (id: string) =>
          expect((await trial.account(ann.id)).bankLinks.get(id)).toMatchObject({
            stage: 'accepted',
            brokerStatus: 'APPROVED',
          });
        await eventually(() => linked(link));
        await trial.fault({ kind, path, method: 'DELETE' });
        await trial.fault({ kind, path, method: 'POST' });
        const next = await ann.link({ replaces: link, number: '000987654321' });
        await eventually(() => linked(next));
        expect((await trial.account(ann.id)).bankLinks.get(link)?.stage).toBe('removed');
        await trial.fault({ kind, path, method: 'DELETE' });
        await ann.ask({ type: 'RemoveBankLink', bankLinkId: next, proven: true });
        await eventually(async () =>
          expect((await trial.account(ann.id)).bankLinks.get(next)?.stage).toBe('removed'),
        );
        const accepted = (await trial.events(ann.id)).filter(({ type }) => type === 'BankLinkAccepted');
        expect(accepted, kind).toHaveLength(2);
      }),
    );
  });

  it.for(['event-lose', 'event-drop', 'event-duplicate', 'event-swap', 'event-cut'])(
    'reports everything in the end, however its messages arrive: %s',
    async (kind) => {
      const ann = await customer(trial);
      await trial.fault({ kind, path: '/v2/events/funding', times: 3 });
      const transfer = await ann.move('10.00');
      await settles(ann.id, transfer);
      await trial.admin('DELETE', '/faults');
      const made = (await trial.account(ann.id)).transfers.get(transfer)?.brokerTransferId;
      await trial.fault({ kind, path: '/v2/events/funding', times: 1 });
      await trial.admin('POST', `/transfers/${made}/return`, { reason: 'R02 Account Closed' });
      await eventually(async () => {
        const { transfers, cash } = await trial.account(ann.id);
        expect([transfers.get(transfer)?.status, cash]).toEqual(['returned', 0n]);
      });
      await trial.admin('DELETE', '/faults');
      const types = (await trial.events(ann.id)).map(({ type }) => type);
      for (const once of ['TransferAccepted', 'TransferSettled', 'TransferReturned']) {
        expect(types.filter((type) => type === once)).toHaveLength(1);
      }
    },
  );
});
