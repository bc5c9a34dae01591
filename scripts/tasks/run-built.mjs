import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

/**
 * Installs and builds what is missing, then runs programs of the repository, each on the Node that came with it, until one fails: this
 * process ends with the code of that one.
 * @param {string[][]} programs the words of each
 */
export const runBuilt = async (programs, env = {}) => {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  await install();
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  for (const words of programs) {
    const { status } = spawnSync(process.execPath, words, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    if (status !== 0) process.exit(status ?? 1);
  }
};
