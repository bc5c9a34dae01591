import { randomUUID } from 'node:crypto';
import type { JobCommand } from '@groundswell/domain/job';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccountDesk } from '../money/account-desk.js';
import { customer } from '../money/spec-kit/person.js';
import { patience, startTrial, type Trial } from '../money/spec-kit/trial.js';
import { tellJob } from '../shared/jobs.js';
import { commandLine } from './spec-kit/command-line.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());
const ops = commandLine(() => trial);

/** Someone whose transfer the broker has accepted. No worker runs. */
const atBroker = async () => {
  const running = await trial.work();
  const ann = await customer(trial);
  await running.close();
  const transferId = await ann.move('13.00');
  const desk = openAccountDesk(trial.eventStore, () => new Date());
  const accepted = { transferId, brokerTransferId: randomUUID(), status: 'QUEUED' };
  await desk.tell(ann.id, { type: 'RecordTransferAccepted', ...accepted });
  const jobId = `find-transfer.${transferId}`;
  const job = (command: JobCommand) =>
    tellJob(trial.eventStore, jobId, command, {
      commandId: randomUUID(),
      actor: { id: 'money-worker', role: 'system' },
      occurredAt: new Date().toISOString(),
    });
  const park = () =>
    job({
      type: 'ParkJob',
      jobId,
      kind: 'find transfer',
      subject: `tradingAccount-${ann.id}`,
      reason: 'The broker does not show it any more.',
    });
  const words = ['transfer', 'resolve', ann.id, transferId, '--outcome=voided', '--reason=ticket 8'];
  const resolve = (by: string) => ops(...words, `--as=${by}`);
  const status = async () => (await trial.account(ann.id)).transfers.get(transferId)?.status;
  return { job, park, resolve, status };
};

describe('a transfer that the broker accepted', { timeout: patience }, () => {
  it('is not voided while no operator is asked about it', async () => {
    const { resolve, status } = await atBroker();
    expect(await resolve('ops-1')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('is not parked'),
    });
    expect(await status()).toBe('requested');
  });

  it('is not voided by the second operator once the broker shows it again', async () => {
    const { job, park, resolve, status } = await atBroker();
    await park();
    expect(await resolve('ops-1')).toMatchObject({ code: 0, out: expect.stringContaining('Proposed') });
    await job({ type: 'FinishJob' });
    expect(await resolve('ops-2')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('is not parked'),
    });
    expect(await status()).toBe('requested');
    await park();
    expect(await resolve('ops-2')).toMatchObject({ code: 0, out: expect.stringContaining('Decided') });
    expect(await status()).toBe('canceled');
  });
});
