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
  const words = ['transfer', 'resolve', ann.id, transferId, '--reason=ticket 8'];
  const resolve = (by: string, outcome = 'voided', ...more: string[]) =>
    ops(...words, `--outcome=${outcome}`, `--as=${by}`, ...more);
  const status = async () => (await trial.account(ann.id)).transfers.get(transferId)?.status;
  return { ann, transferId, desk, job, park, resolve, status };
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

  it('goes through when its cancellation is dropped, and operators are told so', async () => {
    const { ann, transferId } = await atBroker();
    const jobId = `cancel-transfer.${transferId}`;
    const subject = `tradingAccount-${ann.id}`;
    const parking = {
      type: 'ParkJob',
      jobId,
      kind: 'cancel transfer',
      subject,
      reason: 'It failed.',
    } as const;
    await tellJob(trial.eventStore, jobId, parking, {
      commandId: randomUUID(),
      actor: { id: 'money-worker', role: 'system' },
      occurredAt: new Date().toISOString(),
    });
    expect((await ops('parked', 'drop', jobId, '--reason=ticket 8', '--as=ops-1')).out).toContain(
      'is dropped. The cancellation is given up: the transfer goes through.',
    );
  });

  it('is not voided by a proposal of long ago, but by one that was made again', async () => {
    const { ann, transferId, park, resolve, status } = await atBroker();
    await park();
    const stream = `tradingAccount-${ann.id}`;
    const { revision } = await trial.eventStore.readStream(stream);
    const proposal = {
      ...{ kind: 'voided', transferId, attempt: 0, by: 'ops-1' },
      until: '2026-01-05T10:00:00.000Z',
    };
    const metadata = {
      actor: { id: 'ops-1', role: 'operator' } as const,
      ...{ correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 2 },
      occurredAt: '2026-01-02T10:00:00.000Z',
    };
    const event = {
      id: randomUUID(),
      type: 'TransferDecisionProposed.v2' as const,
      data: proposal,
      metadata,
    };
    await trial.eventStore.append(stream, [event], { expectedRevision: revision });
    expect(await resolve('ops-2')).toMatchObject({
      code: 1,
      notes: expect.stringMatching(/ops-1’s proposal expired at 2026-01-05T10.+--again/s),
    });
    expect(await resolve('ops-2', 'voided', '--again')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Proposed until 20\d\d-/),
    });
    expect(await status()).toBe('requested');
    await resolve('ops-3');
    expect(await status()).toBe('canceled');
  });

  it('counts once if its money moved after all, also when the broker shows it again', async () => {
    const { ann, transferId, desk, park, resolve, status } = await atBroker();
    await park();
    for (const by of ['ops-1', 'ops-2']) await resolve(by);
    const cash = async () => (await trial.account(ann.id)).cash;
    expect((await resolve('ops-1', 'moved')).code).toBe(1);
    await desk.report(ann.id, () => [{ type: 'ReportCash', brokerCash: '13.00' }]);
    const adjust = ['cash', 'adjust', ann.id, '--amount=13.00', '--cause=transfer', '--reason=ticket 9'];
    expect((await ops(...adjust, '--as=ops-1')).notes).toContain('--outcome=moved');
    for (const by of ['ops-1', 'ops-2']) expect((await resolve(by, 'moved')).code).toBe(0);
    expect([await status(), await cash()]).toEqual(['available', 1_300n]);
    const shown = { transferId, status: 'COMPLETE', reason: null, heldUntil: null };
    await desk.report(ann.id, () => [{ type: 'ReportTransferStatus', ...shown }]);
    expect(await cash()).toBe(1_300n);
    await desk.report(ann.id, () => [{ type: 'ReportCash', brokerCash: '13.00' }]);
    expect((await trial.account(ann.id)).difference).toBeUndefined();
  });
});
