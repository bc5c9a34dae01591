import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** Preferred: the headless build is the same engine and uses less than half of a processor's time. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const application = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const onPath = () => {
  const candidates = process.env.PATH.split(delimiter).flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  return [...candidates, application].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
};

/**
 * The browser of the end-to-end tests: the one named by CHROMIUM_PATH, else an installed one, else Debian's, which
 * this installs.
 */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found = onPath();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('  installing Chromium for the browser tests (apt-get)');
    const quietly = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    await run('apt-get', ['update', '-qq'], quietly);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', shell], quietly);
    const installed = onPath();
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.');
};
