import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls } from '@groundswell/contracts';
import { read } from './client.js';
import type { MoneyHouse } from './house.js';

const operator = fileURLToPath(new URL('../../../workers/dist/operator/main.js', import.meta.url));
const run = promisify(execFile);

/** Jobs that wait for an operator. */
export const parkedJobs = async (house: MoneyHouse): Promise<{ id: string; reason: string }[]> => {
  const { path, response } = calls.getParkedJobs;
  const { jobs } = response.parse(await read(house.queryUrl, path, await house.staffToken()));
  return jobs.filter(({ state }) => state === 'parked');
};

/** As an operator does, with the operator's command. A job that is no longer parked is let be. */
export const retryParked = async (house: MoneyHouse, id: string): Promise<void> => {
  await run(
    process.execPath,
    ['--no-warnings', operator, 'parked', 'retry', id, '--reason', 'faults are over'],
    {
      env: { PATH: process.env.PATH, EVENTSTORE_URL: house.eventStoreUrl },
    },
  ).catch(() => undefined);
};
