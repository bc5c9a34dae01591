import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJob, tellJob } from '../../shared/jobs.js';
import { openAccountDesk } from '../account-desk.js';
import { customer } from '../spec-kit/person.js';
import { depositBySomebodyElse } from '../spec-kit/somebody-else.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import type { RunningMoney } from '../start-money.js';
import { reconcileWithBroker } from './reconcile.js';
import { openSecondLook } from './second-look.js';

const farOff = 3_600_000;

let trial: Trial;
let running: RunningMoney;
// Everyone is compared once at the start. Any later comparison has a specific cause.
const work = async (): Promise<void> => {
  running = await trial.work({ reconcileAllEvery: farOff });
};
beforeAll(async () => {
  trial = await startTrial();
  await work();
});
afterAll(() => trial.stop());

const stateOf = async (jobId: string) => (await readJob(trial.eventStore, jobId))?.state;
const becomes = (jobId: string, state: string) =>
  eventually(async () => expect(await stateOf(jobId)).toBe(state));

describe('a transfer at the broker that Groundswell didn’t request', { timeout: patience }, () => {
  it('is for an operator to look into while it is pending, until it has ended', async () => {
    const ann = await customer(trial);
    await trial.admin('PATCH', '/times', { settlement: farOff });
    const stranger = await depositBySomebodyElse(trial, ann.id, '7.00');
    const jobId = `explain-transfer.${stranger}`;
    await becomes(jobId, 'parked');
    expect(await readJob(trial.eventStore, jobId)).toMatchObject({
      kind: 'explain transfer',
      subject: `tradingAccount-${ann.id}`,
      reason: expect.stringContaining(stranger),
    });
    expect((await trial.account(ann.id)).difference).toBeUndefined();
    await trial.admin('POST', `/transfers/${stranger}/cancel`, { reason: 'nobody asked for it' });
    await trial.admin('PATCH', '/times', { settlement: 0 });
    await becomes(jobId, 'finished');
  });

  it('does not take anyone else’s turn when a person cannot be compared', async () => {
    const ann = await customer(trial);
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}`;
    await trial.admin('PATCH', '/times', { settlement: farOff });
    await ann.move('2.00');
    await trial.fault({ kind: '500', path, method: 'GET', times: 1_000 });
    const turns = async () => {
      const text = 'SELECT compared_at FROM compared WHERE user_id = $1';
      return (
        (await trial.database.query<{ compared_at: Date }>(text, [ann.id]))[0]?.compared_at.getTime() ?? 0
      );
    };
    const failed = () => trial.said.filter((line) => line.includes('could not be compared')).length;
    await eventually(() => expect(failed()).toBeGreaterThan(0));
    const before = await turns();
    await eventually(async () => expect(await turns()).toBeGreaterThan(before));
    await trial.admin('DELETE', '/faults');
    await trial.admin('PATCH', '/times', { settlement: 0 });
  });

  it('stays a stranger while one of ours is being looked up', async () => {
    const ann = await customer(trial);
    const stranger = await depositBySomebodyElse(trial, ann.id, '7.00');
    const jobId = `explain-transfer.${stranger}`;
    await becomes(jobId, 'parked');
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
    await trial.fault({ kind: 'commit-hang', path, method: 'POST' });
    const transferId = await ann.move('3.00');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(transferId)?.status).toBe('available'),
    );
    const { events } = await trial.eventStore.readStream(`job-${jobId}`);
    expect(events.map(({ type }) => type)).toEqual(['JobParked']);
  });

  it('and looks like one of ours delays no one: one of the two is ours, and an operator is asked about the other', async () => {
    const ann = await customer(trial);
    await running.close();
    const transferId = await ann.move('5.00');
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    await desk.tell(ann.id, { type: 'StartTransferSubmission', transferId, attempt: 1 });
    const made = [
      await depositBySomebodyElse(trial, ann.id, '5.00'),
      await depositBySomebodyElse(trial, ann.id, '5.00'),
    ];
    await work();
    const mine = async () => (await trial.account(ann.id)).transfers.get(transferId);
    await eventually(async () => expect((await mine())?.status).toBe('available'));
    const ours = (await mine())?.brokerTransferId;
    expect(made).toContain(ours);
    const [other = ''] = made.filter((id) => id !== ours);
    await becomes(`explain-transfer.${other}`, 'parked');
    expect(await stateOf(`submit-transfer.${transferId}`)).toBeUndefined();
    expect(await trial.held(ann.id)).toHaveLength(2);
    await trial.admin('POST', `/transfers/${other}/return`, { reason: 'R01 Insufficient Funds' });
    await becomes(`explain-transfer.${other}`, 'finished');
  });

  it('is never taken for one of ours after it was canceled, even if the broker carries ours out late', async () => {
    const ann = await customer(trial);
    await trial.admin('PATCH', '/times', { settlement: farOff });
    const stranger = await depositBySomebodyElse(trial, ann.id, '6.00');
    await becomes(`explain-transfer.${stranger}`, 'parked');
    await trial.admin('POST', `/transfers/${stranger}/cancel`, { reason: 'nobody asked for it' });
    await becomes(`explain-transfer.${stranger}`, 'finished');
    await trial.admin('PATCH', '/times', { settlement: 0 });
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
    await trial.fault({ kind: 'late-hang', path, method: 'POST', delay: 5_000 });
    const transferId = await ann.move('6.00');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(transferId)).toMatchObject({
        status: 'available',
        brokerTransferId: (await trial.held(ann.id)).find(({ id }) => id !== stranger)?.id,
      }),
    );
  });

  it('and was made and canceled between two comparisons is not taken for one of ours in doubt', async () => {
    const ann = await customer(trial);
    await running.close();
    await trial.admin('PATCH', '/times', { settlement: farOff });
    const stranger = await depositBySomebodyElse(trial, ann.id, '6.50');
    await trial.admin('POST', `/transfers/${stranger}/cancel`, { reason: 'a mistake' });
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
    await trial.fault({ kind: 'late-500', path, method: 'POST', delay: 4_000 });
    const transferId = await ann.move('6.50');
    running = await trial.work({ reconcileAllEvery: farOff, timeout: 300, doubt: 100 });
    const jobId = `submit-transfer.${transferId}`;
    await becomes(jobId, 'parked');
    expect((await readJob(trial.eventStore, jobId))?.reason).toContain(`shows ${stranger} as CANCELED`);
    await trial.admin('PATCH', '/times', { settlement: 0 });
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(transferId)).toMatchObject({
        status: 'available',
        brokerTransferId: (await trial.held(ann.id)).find(({ id }) => id !== stranger)?.id,
      }),
    );
    await becomes(jobId, 'finished');
  });

  it('and is canceled after it was taken for one of ours leaves ours in doubt, until the broker carries it out', async () => {
    const ann = await customer(trial);
    await running.close();
    await trial.admin('PATCH', '/times', { settlement: farOff });
    const transferId = await ann.move('6.75');
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    await desk.tell(ann.id, { type: 'StartTransferSubmission', transferId, attempt: 1 });
    const stranger = await depositBySomebodyElse(trial, ann.id, '6.75');
    running = await trial.work({ reconcileAllEvery: farOff, timeout: 300, doubt: 100 });
    const mine = async () => (await trial.account(ann.id)).transfers.get(transferId);
    await eventually(async () => expect((await mine())?.brokerTransferId).toBe(stranger));
    await trial.admin('POST', `/transfers/${stranger}/cancel`, { reason: 'a mistake' });
    const jobId = `submit-transfer.${transferId}`;
    await becomes(jobId, 'parked');
    expect(await mine()).toMatchObject({ status: 'requested', submitting: true });
    expect((await readJob(trial.eventStore, jobId))?.reason).toContain(`shows ${stranger} as CANCELED`);
    const ours = await depositBySomebodyElse(trial, ann.id, '6.75');
    await eventually(async () => expect(await mine()).toMatchObject({ brokerTransferId: ours }));
    await trial.admin('PATCH', '/times', { settlement: 0 });
    await becomes(jobId, 'finished');
  });

  it('is canceled there if it is one that its owner canceled, and that the broker made after operators had decided', async () => {
    const ann = await customer(trial);
    await running.close();
    await trial.admin('PATCH', '/times', { settlement: farOff });
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
    await trial.fault({ kind: 'late-500', path, method: 'POST', delay: 6_000 });
    const transferId = await ann.move('6.30');
    running = await trial.work({ reconcileAllEvery: farOff, timeout: 300, doubt: 100 });
    await becomes(`submit-transfer.${transferId}`, 'parked');
    await ann.ask({ type: 'CancelTransfer', transferId });
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    await desk.tell(ann.id, { type: 'ResolveTransferNotMade', transferId, attempt: 1 });
    const mine = async () => (await trial.account(ann.id)).transfers.get(transferId)?.status;
    expect(await mine()).toBe('canceled');
    const held = async () => (await trial.held(ann.id)).map(({ status }) => status);
    await eventually(async () => expect(await held()).toEqual(['CANCELED']));
    expect(await mine()).toBe('canceled');
    await trial.admin('PATCH', '/times', { settlement: 0 });
  });

  it.each([
    ['weeks before', undefined],
    ['after another one that looked like it came back, weeks after it was sent', 'an earlier one'],
  ])(
    'is for an operator to look into if it only looks like one that its owner canceled %s',
    async (_when, earlier) => {
      const ann = await customer(trial);
      await running.close();
      await trial.admin('PATCH', '/times', { settlement: farOff });
      const day = 24 * farOff;
      const [sentAt, yesterday] = [new Date(Date.now() - 30 * day), new Date(Date.now() - day)];
      const [desk, later] = [sentAt, yesterday].map((at) => openAccountDesk(trial.eventStore, () => at));
      if (!desk || !later) throw new Error('there is no desk');
      const transferId = await ann.move('6.35', 'incoming', sentAt);
      await desk.tell(ann.id, { type: 'StartTransferSubmission', transferId, attempt: 1 });
      if (earlier !== undefined) {
        const match = { transferId, brokerTransferId: earlier, status: 'QUEUED', listed: true } as const;
        await desk.tell(ann.id, { type: 'RecordTransferAccepted', ...match });
        const back = { transferId, status: 'RETURNED', reason: null, heldUntil: null };
        await later.report(ann.id, () => [{ type: 'ReportTransferStatus', ...back }]);
      }
      const attempt = earlier === undefined ? 1 : 2;
      await later.tell(ann.id, { type: 'RecordTransferUnknown', transferId, attempt });
      await ann.ask({ type: 'CancelTransfer', transferId }, yesterday);
      await later.tell(ann.id, { type: 'ResolveTransferNotMade', transferId, attempt });
      const stranger = await depositBySomebodyElse(trial, ann.id, '6.35');
      const looks = { missing: openSecondLook(), cash: openSecondLook() };
      const { signal } = new AbortController();
      for (let look = 0; look < 2; look += 1)
        await reconcileWithBroker(trial.dependencies, desk, looks, ann.id, signal);
      expect((await trial.held(ann.id)).map(({ status }) => status)).toEqual(['QUEUED']);
      const { status, brokerTransferId } = (await trial.account(ann.id)).transfers.get(transferId) ?? {};
      expect([status, brokerTransferId]).toEqual(['canceled', undefined]);
      expect(await stateOf(`explain-transfer.${stranger}`)).toBe('parked');
      await trial.admin('PATCH', '/times', { settlement: 0 });
      await work();
    },
  );

  it('leaves no job parked whose transfer has its outcome: a worker may park it just after a comparison found that', async () => {
    const ann = await customer(trial);
    const transferId = await ann.move('6.25');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(transferId)?.status).toBe('available'),
    );
    await running.close();
    const jobId = `submit-transfer.${transferId}`;
    const parking = {
      type: 'ParkJob',
      jobId,
      kind: 'submit transfer',
      subject: `tradingAccount-${ann.id}`,
    } as const;
    await tellJob(
      trial.eventStore,
      jobId,
      { ...parking, reason: 'The broker does not show it.' },
      {
        commandId: randomUUID(),
        actor: { id: 'money-worker', role: 'system' },
        occurredAt: new Date().toISOString(),
      },
    );
    await work();
    await becomes(jobId, 'finished');
  });

  it('shows as a difference of the cash once two looks in a row have found it', async () => {
    const ann = await customer(trial);
    await running.close();
    await depositBySomebodyElse(trial, ann.id, '9.00');
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    const looks = { missing: openSecondLook(), cash: openSecondLook() };
    const look = () =>
      reconcileWithBroker(trial.dependencies, desk, looks, ann.id, new AbortController().signal);
    const held = async () => (await trial.held(ann.id)).map(({ status }) => status);
    await eventually(async () => expect(await held()).toEqual(['COMPLETE']));
    await look();
    expect((await trial.account(ann.id)).difference).toBeUndefined();
    await look();
    expect((await trial.account(ann.id)).difference).toEqual({ brokerCash: '9.00', ledgerCash: '0.00' });
    await work();
  });

  it('and rounds that hang keep no deposit from being released', async () => {
    await running.close();
    running = await trial.work({ timeout: 60_000 });
    const ann = await customer(trial);
    await trial.admin('PATCH', '/times', { hold: 2_000 });
    const deposit = await ann.move('30.00');
    const statusOf = async () => (await trial.account(ann.id)).transfers.get(deposit)?.status;
    await eventually(async () => expect(await statusOf()).toBe('settled'));
    await trial.admin('PATCH', '/times', { hold: 0 });
    await trial.fault({ kind: 'hang', path: '/v1/accounts', method: 'GET', times: 1_000 });
    // Well before a call that hangs is aborted.
    await vi.waitFor(async () => expect(await statusOf()).toBe('available'), {
      timeout: 30_000,
      interval: 50,
    });
    await trial.admin('DELETE', '/faults');
  });
});
