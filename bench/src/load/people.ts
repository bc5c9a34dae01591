import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Caller, newCaller } from './asking.js';

export interface Person extends Caller {
  readonly email: string;
  readonly password: string;
  readonly staff: boolean;
}

const operator = fileURLToPath(new URL('../../../scripts/ops.mjs', import.meta.url));

/** Registers people with the operator's command, as a company would its first ones. */
export const registerPeople = async (
  dataDirectory: string,
  wanted: readonly { readonly address: string; readonly staff: boolean }[],
): Promise<readonly Person[]> => {
  const people = wanted.map(({ address, staff }, index) => ({
    ...newCaller(address),
    staff,
    email: `load-${index}@example.com`,
    password: randomBytes(12).toString('hex'),
  }));
  const child = spawn(process.execPath, [operator, 'register-users', '--reason=people of a load test'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(people.map(({ email, password, staff }) => ({ email, password, staff }))));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`register-users ended with ${code}`);
  return people;
};
