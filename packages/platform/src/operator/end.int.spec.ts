import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { exitCodes } from './definition.js';

const built = new URL('../../dist/operator/run.js', import.meta.url).href;

const resultOf = (running: string) => {
  const words = `import { endWith } from '${built}'; endWith(${running});`;
  const options = { encoding: 'utf8', maxBuffer: 10_000_000 } as const;
  return spawnSync(process.execPath, ['--input-type=module', '-e', words], options);
};
const endOf = (running: string) => resultOf(running).status;

describe('the process of an operator command', () => {
  it('ends with the exit code of the command, also while something is still open', () => {
    expect(endOf('(setInterval(() => {}, 1_000), Promise.resolve(1))')).toBe(exitCodes.attention);
  });

  it('does not end as if done when the command never comes to an end', () => {
    expect(endOf('new Promise(() => {})')).toBe(exitCodes.fault);
  });

  it('ends once everything that it printed was read', () => {
    const { status, stdout } = resultOf("(process.stdout.write('x'.repeat(4_000_000)), Promise.resolve(0))");
    expect([status, stdout.length]).toEqual([exitCodes.done, 4_000_000]);
  });

  it('ends also when no one reads what it printed', () => {
    const words = `import { endWith } from '${built}';
      process.stdout.on('error', () => undefined);
      process.stdout.write('x'.repeat(4_000_000));
      endWith(new Promise((resolve) => setTimeout(resolve, 200, 1)));`;
    const piped = 'set -o pipefail; "$0" --input-type=module -e "$1" | head -c 1';
    const { status } = spawnSync('bash', ['-c', piped, process.execPath, words], { timeout: 20_000 });
    expect(status).toBe(exitCodes.attention);
  });
});
