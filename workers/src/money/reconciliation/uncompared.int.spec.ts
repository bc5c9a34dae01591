import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readJob } from '../../shared/jobs.js';
import { openAccountDesk } from '../account-desk.js';
import { customer, newPerson, type Person } from '../spec-kit/person.js';
import { depositBySomebodyElse } from '../spec-kit/somebody-else.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';
import { obstacleOf } from '../steps/drop.js';
import { openComparison } from './comparison.js';

const hour = 3_600_000;
const day = 24 * hour;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());
afterEach(async () => {
  await trial.admin('DELETE', '/faults');
  await trial.admin('PATCH', '/times', { settlement: 0 });
});

/** Compares someone as often as is wanted, at the times that are wanted. */
const comparing = (person: Pick<Person, 'id'>) => {
  let after = 0;
  const now = () => new Date(Date.now() + after);
  const desk = openAccountDesk(trial.eventStore, now);
  const comparison = openComparison({ ...trial.dependencies, now }, desk);
  return async (later = 0): Promise<void> => {
    after = later;
    await comparison.compare(person.id, new AbortController().signal);
  };
};

/** Someone whose worker has stopped. */
const customerAlone = async (): Promise<Person> => {
  const running = await trial.work();
  const person = await customer(trial);
  await running.close();
  return person;
};

const parkedOf = async (jobId: string) => {
  const job = await readJob(trial.eventStore, jobId);
  return job?.state === 'parked' ? job.reason : undefined;
};
const stateOf = async (jobId: string) => (await readJob(trial.eventStore, jobId))?.state;
/** Process state follows the log only while a worker runs. */
const worksAgain = async (check: () => Promise<void>): Promise<void> => {
  const running = await trial.work();
  await eventually(check);
  await running.close();
};
const accountPath = async ({ id }: Person) => `accounts/${(await trial.account(id)).brokerAccountId}`;
const isBooked = (person: Person) =>
  eventually(async () =>
    expect((await trial.held(person.id)).map(({ status }) => status)).toContain('COMPLETE'),
  );
const difference = async (person: Person) => (await trial.account(person.id)).difference;

describe('what can keep someone’s cash from being compared', { timeout: patience }, () => {
  it('is told when a transfer does not end for weeks, under a status unknown here', async () => {
    await trial.admin('PATCH', '/times', { settlement: hour });
    const running = await trial.work();
    const ann = await customer(trial);
    const transferId = await ann.move('6.00');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(transferId)?.brokerTransferId).toBeDefined(),
    );
    await running.close();
    const path = `/v1/${await accountPath(ann)}/transfers`;
    await trial.fault({ kind: 'list-renamed', path, method: 'GET', times: 'always' });
    const compare = comparing(ann);
    const jobId = `find-transfer.${transferId}`;
    await compare(5 * day);
    await compare(5 * day);
    expect(await stateOf(jobId)).toBeUndefined();
    await compare(15 * day);
    await compare(15 * day);
    expect(await parkedOf(jobId)).toMatch(/still shows it as [A-Z_]+_V2/);
    expect(await obstacleOf(trial.eventStore, jobId)).toContain('transfer resolve');
    await trial.admin('DELETE', '/faults');
    await trial.admin('PATCH', '/times', { settlement: 0 });
    await worksAgain(async () => expect(await stateOf(jobId)).toBe('finished'));
  });

  it('is no transfer of someone else that never ends', async () => {
    const ann = await customerAlone();
    await depositBySomebodyElse(trial, ann.id, '9.00');
    await isBooked(ann);
    await trial.admin('PATCH', '/times', { settlement: hour });
    await depositBySomebodyElse(trial, ann.id, '4.00');
    const compare = comparing(ann);
    for (let look = 0; look < 2; look += 1) await compare();
    expect(await difference(ann)).toBeUndefined();
    for (let look = 0; look < 2; look += 1) await compare(15 * day);
    expect(await difference(ann)).toEqual({ brokerCash: '9.00', ledgerCash: '0.00' });
  });

  it('is no transfer of someone else whose status is unknown here', async () => {
    const ann = await customerAlone();
    await depositBySomebodyElse(trial, ann.id, '8.00');
    await isBooked(ann);
    const path = `/v1/${await accountPath(ann)}/transfers`;
    await trial.fault({ kind: 'list-renamed', path, method: 'GET', times: 'always' });
    const compare = comparing(ann);
    for (let look = 0; look < 2; look += 1) await compare();
    expect(await difference(ann)).toEqual({ brokerCash: '8.00', ledgerCash: '0.00' });
  });

  it('is told once it fails for hours, and until it no longer does', async () => {
    const ann = await customerAlone();
    const path = `/v1/trading/${await accountPath(ann)}`;
    await trial.fault({ kind: '500', path, method: 'GET', times: 'always' });
    const compare = comparing(ann);
    const jobId = `compare-account.${ann.id}`;
    await compare();
    await compare(5 * hour);
    expect(await stateOf(jobId)).toBeUndefined();
    await compare(7 * hour);
    expect(await parkedOf(jobId)).toContain('status 500');
    expect(await readJob(trial.eventStore, jobId)).toMatchObject({ subject: `tradingAccount-${ann.id}` });
    expect(await obstacleOf(trial.eventStore, jobId)).toContain('once they can be compared');
    await trial.admin('DELETE', '/faults');
    await worksAgain(async () => expect(await stateOf(jobId)).toBe('finished'));
  });

  it.each([
    ['cash', (path: string) => `/v1/trading/${path}`],
    ['bank links', (path: string) => `/v1/${path}/ach_relationships`],
  ])('hides no transfer of someone else where only the %s cannot be read', async (_what, of) => {
    const ann = await customerAlone();
    const stranger = await depositBySomebodyElse(trial, ann.id, '7.00');
    await isBooked(ann);
    const path = of(await accountPath(ann));
    await trial.fault({ kind: '500', path, method: 'GET', times: 'always' });
    await comparing(ann)();
    expect(await parkedOf(`explain-transfer.${stranger}`)).toContain('7.00');
  });

  it('is no account that was never opened, and that one is told after days', async () => {
    await trial.admin('PATCH', '/times', { review: hour });
    const running = await trial.work();
    const ann = newPerson(trial);
    await ann.apply();
    await eventually(async () => expect((await trial.account(ann.id)).brokerAccountId).toBeDefined());
    await running.close();
    await trial.admin('PATCH', `/accounts/${(await trial.account(ann.id)).brokerAccountId}`, {
      status: 'SUBMISSION_FAILED',
    });
    const path = `/v1/trading/${await accountPath(ann)}`;
    await trial.fault({ kind: '422', path, method: 'GET', times: 'always' });
    const compare = comparing(ann);
    await compare();
    expect((await trial.account(ann.id)).brokerStatus).toBe('SUBMISSION_FAILED');
    expect(await stateOf(`open-account.${ann.id}`)).toBeUndefined();
    await compare(3 * day);
    expect(await parkedOf(`open-account.${ann.id}`)).toContain('SUBMISSION_FAILED');
    expect(await stateOf(`compare-account.${ann.id}`)).toBeUndefined();
    await trial.admin('DELETE', '/faults');
    await trial.admin('PATCH', `/accounts/${(await trial.account(ann.id)).brokerAccountId}`, {
      status: 'ACTIVE',
    });
    await worksAgain(async () => expect(await stateOf(`open-account.${ann.id}`)).toBe('finished'));
  });
});
