import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ConceptProof } from '@groundswell/contracts';
import { keepLogs } from './kept-logs.js';
import { type OpenInstance, startNewInstance } from './launching.js';

/** Files of the instance that created the data, not part of the data: its logs, its Redis, and its address. */
const ownOfTheMaker = ['logs', 'redis', 'operator.json'];

/** What the first instance on the data said and showed, up to its end. */
export interface FirstInstance extends Pick<OpenInstance, 'url' | 'signIns'> {
  /** Its console output. */
  readonly output: string;
  readonly trends: Trends;
}

/** Names of trends, each with how many changes of it are recorded. */
export type Trends = Readonly<Record<string, number>>;

/** How many changes the log has of a trend, once all of them are in the chain. */
const changesOf = async (url: string, id: string): Promise<number> => {
  const answer = await fetch(`${url}/api/get_concept_proof/?concept_id=${id}`);
  const { waiting, concept } = (await answer.json()) as ConceptProof;
  if (waiting === 0 && concept) return concept.count;
  await pause(100);
  return changesOf(url, id);
};

/** The trends that an instance lists. */
export const trendsAt = async (url: string): Promise<Trends> => {
  const answer = await fetch(`${url}/api/get_concepts/`);
  const { concepts } = (await answer.json()) as { concepts: { id: string; name: string }[] };
  return Object.fromEntries(
    await Promise.all(concepts.map(async ({ id, name }) => [name, await changesOf(url, id)] as const)),
  );
};

/** Starts an instance from scratch, lets it collect a year of prices, and shuts it down cleanly. */
const makeReadyData = async (dataDirectory: string): Promise<FirstInstance> => {
  const instance = await startNewInstance({ DATA_DIR: dataDirectory });
  const { url, signIns } = instance;
  try {
    const listed = async () => (await fetch(`${url}/api/get_concepts/`)).text();
    while ((await listed()).includes('"performance":null')) await pause(100);
    return { url, signIns, output: instance.output(), trends: await trendsAt(url) };
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
