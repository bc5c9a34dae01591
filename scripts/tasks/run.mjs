import { spawn } from 'node:child_process';

/** Runs a program to completion with its output on the console. Rejects if it fails. */
export const run = (program, words, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${[program, ...words].join(' ')} ended with ${code}`)),
    );
  });

export const runNode = (words, options) => run(process.execPath, words, options);

/** Runs the user's npm on the user's Node, whose paths npm passes to its scripts. */
export const runNpm = (words) => {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  return npm?.endsWith('.js')
    ? run(node, [npm, ...words])
    : run('npm', words, { shell: process.platform === 'win32' });
};
