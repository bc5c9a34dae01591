import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { keepLogs } from './kept-logs.js';
import { startNewInstance } from './launching.js';

/** Files of the instance that created the data, not part of the data: its logs, its Redis, and its address. */
const ownOfTheMaker = ['logs', 'redis', 'operator.json'];

/** Starts an instance from scratch, lets it collect a year of prices, and shuts it down cleanly. */
const makeReadyData = async (dataDirectory: string): Promise<void> => {
  const instance = await startNewInstance({ DATA_DIR: dataDirectory });
  try {
    const trends = async () => (await fetch(`${instance.url}/api/get_concepts/`)).text();
    while ((await trends()).includes('"performance":null')) await pause(100);
  } finally {
    await instance.interrupt();
  }
  keepLogs(dataDirectory, [instance.signIns.staff.password, instance.signIns.customer.password]);
  for (const name of ownOfTheMaker) rmSync(join(dataDirectory, name), { recursive: true, force: true });
};

/** The first test file creates the data; the others wait for it. */
const readyDataIn = async (directory: string): Promise<string> => {
  const [making, failed, ready] = ['making', 'failed', 'ready'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  try {
    mkdirSync(making);
  } catch {
    while (!existsSync(ready)) {
      if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
      await pause(100);
    }
    return ready;
  }
  try {
    const unfinished = join(directory, 'unfinished');
    await makeReadyData(unfinished);
    renameSync(unfinished, ready);
    return ready;
  } catch (fault) {
    writeFileSync(failed, String(fault));
    throw fault;
  }
};

/** A copy of the test run's shared data for one instance; undefined when the run provides none. */
export const copyReadyData = async (): Promise<string | undefined> => {
  const directory = process.env.READY_DATA;
  if (!directory) return undefined;
  const ready = await readyDataIn(directory);
  const copy = mkdtempSync(join(tmpdir(), 'groundswell-instance-'));
  // Node's own copy takes more than twice the processor for two thousand files, and leaves the modes of directories behind.
  await promisify(execFile)('cp', ['-a', `${ready}/.`, copy]);
  return copy;
};
