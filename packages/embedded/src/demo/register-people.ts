import { spawn } from 'node:child_process';
import { FatalFault } from '@groundswell/platform';
import type { SignIns } from './sign-ins.js';

export interface OperatorOptions {
  /** Path of the command service's operator commands. */
  readonly entry: string;
  /** The command service's own environment variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Registers both demo people with one operator command, which resets the password of a person who already exists.
 */
export const registerPeople = async (
  operator: OperatorOptions,
  { staff, customer }: SignIns,
): Promise<void> => {
  const people = [{ ...staff, staff: true }, customer];
  await run(operator, ['register-users', '--reason=sign-ins of the demo'], JSON.stringify(people));
};

/** Passes passwords through standard input, since command lines are visible to every user of the machine. */
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
