import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { exitCodes } from './definition.js';

const built = new URL('../../dist/operator/run.js', import.meta.url).href;

const endOf = (running: string): number | null => {
  const words = `import { endWith } from '${built}'; endWith(${running});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', words], { encoding: 'utf8' }).status;
};

describe('the process of an operator command', () => {
  it('ends with the exit code of the command, also while something is still open', () => {
    expect(endOf('(setInterval(() => {}, 1_000), Promise.resolve(1))')).toBe(exitCodes.attention);
  });

  it('does not end as if done when the command never comes to an end', () => {
    expect(endOf('new Promise(() => {})')).toBe(exitCodes.fault);
  });
});
