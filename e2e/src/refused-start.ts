import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Environment, InstanceDidNotStart, startNewInstance } from './instance.js';

/** Starts an instance that must fail to start, and returns the console output. */
export const refusalOf = async (environment: Environment): Promise<InstanceDidNotStart> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-refused-'));
  try {
    const started = await startNewInstance({ DATA_DIR: directory, ...environment });
    await started.stop();
    throw new Error('It started.');
  } catch (error) {
    if (error instanceof InstanceDidNotStart) return error;
    throw error;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Expects one line on the console, and the exit code of a wrong configuration. */
export const expectOneLine = ({ exitCode, output }: InstanceDidNotStart, line: RegExp) => {
  expect(exitCode).toBe(78);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(line);
};
