import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ancestors } from './processes.js';

/** The processes above the shell that calls this, as the system lists them. */
const listed = (pid: number): number =>
  Number(
    execFileSync('sh', ['-c', `sed -n 's/^PPid:[[:space:]]*//p' /proc/${pid}/status`], { encoding: 'utf8' }),
  );

it('the processes above this one are known as far as asked, and no further than there are', () => {
  expect(ancestors(2)).toEqual([process.ppid, listed(process.ppid)]);
  expect(ancestors(60).slice(-1)).toEqual([undefined]);
});
