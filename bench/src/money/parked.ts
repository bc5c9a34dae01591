import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls, centsOf } from '@groundswell/contracts';
import { read } from './client.js';
import type { MoneyHouse } from './house.js';
import type { HeldTransfer, Person } from './person.js';

const operator = fileURLToPath(new URL('../../../workers/dist/operator/main.js', import.meta.url));
const run = promisify(execFile);

/** Jobs that wait for an operator. */
export const parkedJobs = async (house: MoneyHouse): Promise<{ id: string; reason: string }[]> => {
  const { path, response } = calls.getParkedJobs;
  const { jobs } = response.parse(await read(house.queryUrl, path, await house.staffToken()));
  return jobs.filter(({ state }) => state === 'parked');
};

/** As an operator does, with the operator's command. What has been decided meanwhile is let be. */
const operate = async (house: MoneyHouse, ...words: readonly string[]): Promise<void> => {
  const env = { PATH: process.env.PATH, EVENTSTORE_URL: house.eventStoreUrl };
  await run(process.execPath, ['--no-warnings', operator, ...words], { env }).catch(() => undefined);
};

const submission = 'submit-transfer.';

/**
 * Whether a parked job is about a transfer of which nobody knows what became, and what the broker says of it: once faults are
 * over it makes nothing any more, so that what it does not hold it never will.
 */
const inDoubt = async (house: MoneyHouse, people: readonly Person[], jobId: string) => {
  if (!jobId.startsWith(submission)) return undefined;
  const transferId = jobId.slice(submission.length);
  for (const person of people) {
    const { transfers, brokerAccountId } = await person.account();
    const transfer = transfers.get(transferId);
    if (!transfer?.unknown || !transfer.submitting) continue;
    const known = new Set([...transfers.values()].map(({ brokerTransferId }) => brokerTransferId));
    const held = (await house.admin('GET', '/transfers')) as HeldTransfer[];
    const isHeld = held.some(
      ({ id, account_id, direction, amount }) =>
        account_id === brokerAccountId &&
        !known.has(id) &&
        direction.toLowerCase() === transfer.direction &&
        centsOf(amount) === transfer.amount,
    );
    return { userId: person.id, transferId, isHeld };
  }
  return undefined;
};

/**
 * Does what operators do about a parked job: two of them decide about a transfer that the broker says it has not made; one that
 * it has, the house finds by itself; all else is tried again.
 */
export const answerParked = async (
  house: MoneyHouse,
  people: readonly Person[],
  jobId: string,
): Promise<void> => {
  const doubt = await inDoubt(house, people, jobId);
  if (!doubt) return operate(house, 'parked', 'retry', jobId, '--reason=faults are over');
  if (doubt.isHeld) return;
  const { userId, transferId } = doubt;
  const words = ['transfer', 'resolve', userId, transferId, '--outcome=not-made', '--reason=faults are over'];
  for (const handle of ['ops-1', 'ops-2']) await operate(house, ...words, `--as=${handle}`);
};
