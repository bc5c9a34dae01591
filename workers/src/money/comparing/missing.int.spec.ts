import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJob, tellJob } from '../../shared/jobs/jobs.js';
import { openAccountDesk } from '../account-desk.js';
import { customer } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

/** Somebody with a transfer that the broker is said to have taken, and that it does not show. */
const missing = async () => {
  const starter = await trial.work();
  const ann = await customer(trial);
  await starter.close();
  const transferId = await ann.move('13.00');
  const desk = openAccountDesk(trial.eventStore, () => new Date());
  const brokerTransferId = randomUUID();
  const accepted = { transferId, brokerTransferId, status: 'QUEUED' };
  await desk.tell(ann.id, { type: 'RecordTransferAccepted', ...accepted });
  return { ann, brokerTransferId, jobId: `find-transfer.${transferId}`, transferId, desk };
};

const stateOf = async (jobId: string) => (await readJob(trial.eventStore, jobId))?.state;

describe('a transfer that the broker took, and does not show', { timeout: patience }, () => {
  it('is an operator’s to look into, until it is there again or has ended', async () => {
    const { ann, brokerTransferId, jobId, transferId, desk } = await missing();
    const running = await trial.work();
    await eventually(async () =>
      expect(await readJob(trial.eventStore, jobId)).toMatchObject({
        state: 'parked',
        kind: 'find transfer',
        subject: `tradingAccount-${ann.id}`,
        reason: expect.stringContaining(brokerTransferId),
      }),
    );
    await eventually(async () =>
      expect((await running.check()).detail).toMatchObject({
        parked: expect.toSatisfy((count) => count > 0),
      }),
    );
    await desk.report(ann.id, () => [
      { type: 'ReportTransferStatus', transferId, status: 'CANCELED', reason: null, heldUntil: null },
    ]);
    await eventually(async () => expect(await stateOf(jobId)).toBe('finished'));
    await running.close();
  });

  it('is let be once an operator has dropped it', async () => {
    const { jobId } = await missing();
    const running = await trial.work();
    await eventually(async () => expect(await stateOf(jobId)).toBe('parked'));
    await tellJob(
      trial.eventStore,
      jobId,
      { type: 'DropJob' },
      {
        commandId: randomUUID(),
        actor: { id: 'operator', role: 'operator' },
        occurredAt: new Date().toISOString(),
        reason: 'the broker was asked',
      },
    );
    // Several rounds go by.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await stateOf(jobId)).toBe('dropped');
    await running.close();
  });
});
