import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { keepLogs } from './kept-logs.js';
import { type OpenInstance, startNewInstance } from './launching.js';

/** Files of the instance that created the data, not part of the data: its logs, its Redis, and its address. */
const ownOfTheMaker = ['logs', 'redis', 'operator.json'];

/** What the first instance on the data said and showed, up to its end. */
export interface FirstInstance extends Pick<OpenInstance, 'url' | 'signIns'> {
  /** Its console output. */
  readonly output: string;
  /** The names of its trends, sorted, and the log position of their list. */
  readonly trends: readonly string[];
  readonly position: string | null;
}

/** The trends that an instance lists, by name, and at which position of the log. */
export const trendsAt = async (url: string) => {
  const answer = await fetch(`${url}/api/get_concepts/`);
  const text = await answer.text();
  const { concepts }: { concepts: { name: string }[] } = JSON.parse(text);
  return {
    trends: concepts.map(({ name }) => name).toSorted(),
    position: answer.headers.get('read-position'),
    isPriced: !text.includes('"performance":null'),
  };
};

/** Starts an instance from scratch, lets it collect a year of prices, and shuts it down cleanly. */
const makeReadyData = async (dataDirectory: string): Promise<FirstInstance> => {
  const instance = await startNewInstance({ DATA_DIR: dataDirectory });
  const { url, signIns } = instance;
  try {
    let shown = await trendsAt(url);
    while (!shown.isPriced) {
      await pause(100);
      shown = await trendsAt(url);
    }
    return { url, signIns, output: instance.output(), ...shown };
  } finally {
    await instance.interrupt();
    keepLogs(dataDirectory, [signIns.staff.password, signIns.customer.password]);
    for (const name of ownOfTheMaker) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  }
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
    const first = await makeReadyData(unfinished);
    writeFileSync(join(directory, 'first.json'), JSON.stringify(first), { mode: 0o600 });
    renameSync(unfinished, ready);
    return ready;
  } catch (fault) {
    writeFileSync(failed, String(fault));
    throw fault;
  }
};

/** A copy of the test run's shared data, and what the instance that made it said and showed. */
export const takeReadyData = async (): Promise<{ copy: string; first: FirstInstance }> => {
  const copy = await copyReadyData();
  if (copy === undefined) throw new Error('This run provides no data.');
  return { copy, first: JSON.parse(readFileSync(join(process.env.READY_DATA ?? '', 'first.json'), 'utf8')) };
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
