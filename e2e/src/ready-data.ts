import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepLogs } from './kept-logs.js';
import { startNewInstance } from './launching.js';

/** Of the instance that made the data, and not of the data: its console, its Redis, and where it answered. */
const ownOfTheMaker = ['logs', 'redis', 'operator.json'];

/** Starts an instance from nothing, lets it gather a year of prices, and stops it in good order. */
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

/** A copy of the data that a test run shares, for one instance; undefined where no run has set a place for it. */
export const copyReadyData = async (): Promise<string | undefined> => {
  const directory = process.env.READY_DATA;
  if (!directory) return undefined;
  const ready = await readyDataIn(directory);
  const copy = mkdtempSync(join(tmpdir(), 'groundswell-instance-'));
  cpSync(ready, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return copy;
};
