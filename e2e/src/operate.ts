import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Instance, SignIn } from './instance.js';

const entry = fileURLToPath(new URL('../../scripts/ops.mjs', import.meta.url));

/** Runs `npm run ops -- …` on an instance and returns its output. @throws when it exits with anything but 0 */
export const operate = async (
  instance: Pick<Instance, 'dataDirectory'>,
  ...words: string[]
): Promise<string> => operateOn(instance, '', words);

const operateOn = async (
  { dataDirectory }: Pick<Instance, 'dataDirectory'>,
  input: string,
  words: readonly string[],
): Promise<string> => {
  const running = promisify(execFile)(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDirectory },
  });
  running.child.stdin?.end(input);
  return (await running).stdout;
};

/** Runs `npm run ops -- …` on an instance, whatever comes of it. `document` is the output of --json. */
export const tryToOperate = async (
  { dataDirectory }: Pick<Instance, 'dataDirectory'>,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [entry, ...words], {
    env: { DATA_DIR: dataDirectory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, notes] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    notes += chunk.toString();
  });
  const [code] = await once(child, 'close');
  const document = words.includes('--json') && out !== '' ? JSON.parse(out) : undefined;
  return { code, out, notes, document };
};

/** Registers a separate person, so that the spec does not disturb others who use the demo's people. */
export const registerPerson = async (instance: Pick<Instance, 'dataDirectory'>): Promise<SignIn> => {
  const person = { email: `${randomUUID()}@example.com`, password: `tide ${randomUUID()}` };
  await operateOn(instance, JSON.stringify([person]), ['register-users']);
  return person;
};
