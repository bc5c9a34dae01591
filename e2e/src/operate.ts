import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { House } from './house.js';

const entry = fileURLToPath(new URL('../../scripts/ops.mjs', import.meta.url));

/** Runs `npm run ops -- …` on a house; gives what it printed. @throws when it ended with anything but 0 */
export const operate = async (house: Pick<House, 'dataDirectory'>, ...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: house.dataDirectory },
  });
  return stdout;
};
