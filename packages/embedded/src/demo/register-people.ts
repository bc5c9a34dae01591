import { spawn } from 'node:child_process';
import { FatalFault } from '@groundswell/platform';
import type { SignIns } from './sign-ins.js';

export interface OperatorOptions {
  /** Path of the command service's operator commands. */
  readonly entry: string;
  /** The command service's own variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Registers both people of the demo with one operator command, which leaves a known person with the given password. */
export const registerPeople = async (
  operator: OperatorOptions,
  { staff, customer }: SignIns,
): Promise<void> => {
  const people = [{ ...staff, staff: true }, customer];
  await run(operator, ['register-users', '--reason=sign-ins of the demo'], JSON.stringify(people));
};

/** Passwords go in by standard input: command lines are visible to everyone on the machine. */
const run = (operator: OperatorOptions, words: readonly string[], input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', operator.entry, ...words], {
      env: operator.environment,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new FatalFault(`The demo's people could not be registered: ${complaint.trim()}`)),
    );
  });
