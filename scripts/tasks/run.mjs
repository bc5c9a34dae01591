import { spawn } from 'node:child_process';

/** Runs a program to its end; what it prints goes to the console. Rejects when it fails. */
export const run = (program, words, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${[program, ...words].join(' ')} ended with ${code}`)),
    );
  });

export const runNode = (words, options) => run(process.execPath, words, options);

/** npm as the person runs it: npm tells its scripts where it is. */
export const runNpm = (words) => {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js')
    ? runNode([npm, ...words])
    : run('npm', words, { shell: process.platform === 'win32' });
};
