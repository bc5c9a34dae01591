import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJob, tellJob } from '../../shared/jobs.js';
import { openAccountDesk } from '../account-desk.js';
import { customer } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import { obstacleOf } from '../steps/drop.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

/** Someone with a transfer that the broker reportedly accepted but does not show. */
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

describe('a transfer that the broker accepted, and does not show', { timeout: patience }, () => {
  it('is for an operator to look into, until it reappears or has ended', async () => {
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

  it('stays with the operator, and is not reported again, when the workers restart', async () => {
    const { ann, jobId } = await missing();
    const first = await trial.work();
    await eventually(async () => expect(await stateOf(jobId)).toBe('parked'));
    await first.close();
    const comparedAt = async () => {
      const text = 'SELECT compared_at FROM compared WHERE user_id = $1';
      const [row] = await trial.database.query<{ compared_at: Date }>(text, [ann.id]);
      return row?.compared_at.getTime() ?? 0;
    };
    const second = await trial.work();
    // The first comparison of this process, and the one that would report it again.
    for (let look = 0; look < 3; look += 1) {
      const before = await comparedAt();
      await eventually(async () => expect(await comparedAt()).toBeGreaterThan(before));
    }
    const { events } = await trial.eventStore.readStream(`job-${jobId}`);
    expect(events.map(({ type }) => type)).toEqual(['JobParked']);
    await second.close();
  });

  it('is ignored once an operator has dropped it', async () => {
    const { jobId } = await missing();
    const running = await trial.work();
    await eventually(async () => expect(await stateOf(jobId)).toBe('parked'));
    // One operator alone must not silence it while its money is pending.
    expect(await obstacleOf(trial.eventStore, jobId)).toContain('transfer resolve');
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
    // Let several rounds pass.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await stateOf(jobId)).toBe('dropped');
    await running.close();
  });
});
