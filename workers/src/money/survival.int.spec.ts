import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyRedis, startPart } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readJob, tellJob } from '../shared/jobs.js';
import { customer, newPerson, type Person } from './spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';
import type { RunningMoney } from './start-money.js';
import { obstacleOf } from './steps/drop.js';

const workersEntry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

let trial: Trial;
let running: RunningMoney[] = [];
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());
afterEach(async () => {
  await Promise.all(running.map((one) => one.close()));
  running = [];
  await trial.admin('DELETE', '/faults');
});

const work = async (more: Parameters<Trial['work']>[0] = {}): Promise<RunningMoney> => {
  const started = await trial.work({ prefix: `survival-${randomUUID()}`, ...more });
  running.push(started);
  return started;
};

const settles = (person: Person, transferId: string) =>
  eventually(async () => {
    expect((await trial.account(person.id)).transfers.get(transferId)?.status).toBe('available');
  });
const transfersOf = async (person: Person) =>
  `/v1/accounts/${(await trial.account(person.id)).brokerAccountId}/transfers`;
const isFenced = (person: Person, transferId: string) =>
  eventually(async () => {
    expect((await trial.account(person.id)).transfers.get(transferId)?.submitting).toBe(true);
  });
const context = () => ({
  commandId: randomUUID(),
  actor: { id: 'operator', role: 'operator' as const },
  occurredAt: new Date().toISOString(),
  reason: 'a spec',
});

describe('money survives', { timeout: patience }, () => {
  it('Redis being emptied midway', async () => {
    await work();
    const ann = await customer(trial);
    await trial.fault({ kind: 'commit-hang', path: await transfersOf(ann), method: 'POST' });
    const first = await ann.move('5.00');
    await isFenced(ann, first);
    const second = await ann.move('5.00');
    await emptyRedis(trial.stack.redisUrl);
    await settles(ann, first);
    await settles(ann, second);
    expect(await trial.held(ann.id)).toHaveLength(2);
  });

  it('a worker killed before the broker received the call, and one whose answer was lost', async () => {
    const mailbox = mkdtempSync(join(tmpdir(), 'mailbox-'));
    const starter = await work();
    const [ann, bob] = await Promise.all([customer(trial), customer(trial)]);
    await starter.close();
    const doomed = await startPart(workersEntry, {
      EVENTSTORE_URL: trial.stack.eventStoreUrl,
      DATABASE_URL: trial.stack.databaseUrl,
      REDIS_URL: trial.stack.redisUrl,
      ALPACA_DATA_URL: trial.brokerUrl,
      ALPACA_BROKER_URL: trial.brokerUrl,
      ALPACA_KEY_ID: 'key',
      ALPACA_SECRET_KEY: 'secret',
      VAULT_MASTER_KEY: trial.masterKey,
      PUBLIC_URL: 'http://localhost:8000',
      MAILBOX_DIR: mailbox,
    });
    await trial.fault({ kind: 'hang', path: await transfersOf(ann), method: 'POST' });
    await trial.fault({ kind: 'commit-hang', path: await transfersOf(bob), method: 'POST' });
    const [one, other] = await Promise.all([ann.move('6.00'), bob.move('6.00')]);
    await eventually(async () => {
      expect(await trial.admin('GET', '/faults')).toMatchObject({ hang: 1, 'commit-hang': 1 });
    });
    await doomed.kill();
    // The same queue, in which the dead worker's jobs still count as active.
    await work({ prefix: 'groundswell' });
    await settles(bob, other);
    expect(await trial.held(bob.id)).toHaveLength(1);
    // No one can know whether the broker is about to execute it, so it is not sent again.
    await eventually(async () =>
      expect((await readJob(trial.eventStore, `submit-transfer.${one}`))?.state).toBe('parked'),
    );
    expect(await trial.held(ann.id)).toEqual([]);
    rmSync(mailbox, { recursive: true });
  });

  it('several workers at once, each with its own queue, without a second transfer', async () => {
    // Longer than any machine stands still: a call that is cut off leaves its transfer, and those behind it, to an operator.
    const patient = { timeout: 20_000, doubt: 20_000 };
    await Promise.all([work(patient), work(patient), work(patient)]);
    const people = await Promise.all([customer(trial), customer(trial)]);
    const asked = await Promise.all(
      people.map(async (person) => {
        const ids: string[] = [];
        for (let count = 0; count < 5; count += 1) ids.push(await person.move('1.00'));
        return ids;
      }),
    );
    for (const [index, person] of people.entries()) {
      for (const id of asked[index] ?? []) await settles(person, id);
      expect(await trial.held(person.id)).toHaveLength(5);
      const events = await trial.events(person.id);
      const starts = events.filter(({ type }) => type === 'TransferSubmissionStarted');
      // On a busy machine a fence may be too old to send after. Nothing is sent in that case.
      const unsent = events.filter(({ type }) => type === 'TransferSubmissionFailed.v2');
      expect(starts.length - unsent.length).toBe(5);
    }
  });

  /** Someone whose transfer was parked because the broker accepted no calls for too long. */
  const parked = async (amount: string) => {
    const starter = await work();
    const ann = await customer(trial);
    await starter.close();
    const path = await transfersOf(ann);
    await trial.fault({ kind: '429', retryAfter: 0, times: 100_000, path, method: 'POST' });
    const impatient = await work({ patience: { first: 10, most: 20, parkAfter: 0 } });
    const transferId = await ann.move(amount);
    const jobId = `submit-transfer.${transferId}`;
    await eventually(async () => {
      expect(await readJob(trial.eventStore, jobId)).toMatchObject({
        state: 'parked',
        kind: 'submit transfer',
        subject: `tradingAccount-${ann.id}`,
        reason: expect.stringContaining('The broker didn’t answer as expected'),
      });
    });
    await eventually(async () =>
      expect((await impatient.check()).detail).toMatchObject({
        parked: expect.toSatisfy((count) => count > 0),
      }),
    );
    await impatient.close();
    await trial.admin('DELETE', '/faults');
    expect(await trial.held(ann.id)).toEqual([]);
    return { ann, transferId, jobId };
  };

  it('a broker that is down for too long: parked, retried, done', async () => {
    const { ann, transferId, jobId } = await parked('8.00');
    await work();
    await tellJob(trial.eventStore, jobId, { type: 'RetryJob' }, context());
    await settles(ann, transferId);
    await eventually(async () => {
      expect((await readJob(trial.eventStore, jobId))?.state).toBe('finished');
    });
    expect(await trial.held(ann.id)).toHaveLength(1);
  });

  it('an operator who drops a job, whose request is canceled and never reaches the broker', async () => {
    const { ann, transferId, jobId } = await parked('9.00');
    expect(await obstacleOf(trial.eventStore, jobId)).toBeUndefined();
    await tellJob(trial.eventStore, jobId, { type: 'DropJob' }, context());
    await work();
    await eventually(async () => {
      expect((await trial.events(ann.id)).at(-1)).toMatchObject({
        type: 'TransferRefused',
        data: { transferId, code: 'DroppedByOperator' },
      });
    });
    expect(await trial.held(ann.id)).toEqual([]);
  });

  it('an operator who drops an application, then a bank link: each is refused, and can be entered again', async () => {
    const impatient = { patience: { first: 10, most: 20, parkAfter: 0 } };
    const down = (path: string) => trial.fault({ kind: '500', path, method: 'POST', times: 100_000 });
    const isUp = () => trial.admin('DELETE', '/faults');
    const drop = async (jobId: string) => {
      await eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state).toBe('parked'));
      expect(await obstacleOf(trial.eventStore, jobId)).toBeUndefined();
      await tellJob(trial.eventStore, jobId, { type: 'DropJob' }, context());
    };
    const ann = newPerson(trial);
    const last = (more: object) =>
      eventually(async () => expect((await trial.events(ann.id)).at(-1)).toMatchObject(more));
    await down('/v1/accounts');
    await work(impatient);
    const applicationId = await ann.apply();
    await drop(`submit-application.${applicationId}`);
    await last({ data: { applicationId, code: 'DroppedByOperator' } });
    await isUp();
    await ann.apply();
    await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));
    await down(`/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/ach_relationships`);
    const bankLinkId = await ann.link();
    await drop(`submit-bank-link.${bankLinkId}`);
    await last({ data: { bankLinkId, code: 'DroppedByOperator' } });
    await isUp();
    const again = await ann.link();
    await eventually(async () =>
      expect((await trial.account(ann.id)).bankLinks.get(again)?.brokerStatus).toBe('APPROVED'),
    );
  });

  it('returns that come while no listener is connected', async () => {
    const first = await work();
    const ann = await customer(trial);
    const transferId = await ann.move('11.00');
    await settles(ann, transferId);
    await first.close();
    const made = (await trial.account(ann.id)).transfers.get(transferId)?.brokerTransferId;
    await trial.admin('POST', `/transfers/${made}/return`, { reason: 'R03 No Account' });
    // Only messages may report it: comparisons are postponed.
    await work({ reconcileEvery: 3_600_000, reconcileAllEvery: 3_600_000 });
    await eventually(async () => {
      const { transfers, cash } = await trial.account(ann.id);
      expect([transfers.get(transferId)?.status, cash]).toEqual(['returned', 0n]);
    });
  });
});
