import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { House, SignIn } from './house.js';

const entry = fileURLToPath(new URL('../../scripts/ops.mjs', import.meta.url));

/** Runs `npm run ops -- …` on a house; gives what it printed. @throws when it ended with anything but 0 */
export const operate = async (house: Pick<House, 'dataDirectory'>, ...words: string[]): Promise<string> =>
  operateOn(house, '', words);

const operateOn = async (
  { dataDirectory }: Pick<House, 'dataDirectory'>,
  input: string,
  words: readonly string[],
): Promise<string> => {
  const running = promisify(execFile)(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDirectory },
  });
  running.child.stdin?.end(input);
  return (await running).stdout;
};

/** Registers a person of a spec's own, for what would be in the way of others who sign in as somebody of the demo. */
export const registerPerson = async (house: Pick<House, 'dataDirectory'>): Promise<SignIn> => {
  const person = { email: `${randomUUID()}@example.com`, password: `tide ${randomUUID()}` };
  await operateOn(house, JSON.stringify([person]), ['register-users']);
  return person;
};
