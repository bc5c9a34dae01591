import { existsSync, readFileSync } from 'node:fs';
import { runNpm } from './run.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);

/**
 * Whether what npm noted at its last installation is what the lockfile asks for. Packages for other machines are
 * optional and absent; an installation that was interrupted has noted nothing.
 */
export const isInstalled = () => {
  const installed = read('node_modules/.package-lock.json');
  const wanted = read('package-lock.json');
  if (installed === undefined) return false;
  const isPackage = ([path, { link }]) => path.startsWith('node_modules/') && !link;
  return Object.entries(wanted)
    .filter(isPackage)
    .every(([path, { version, optional }]) => {
      const found = installed[path]?.version;
      return found === version || (optional && found === undefined);
    });
};

/** Installs what the lockfile names; does nothing when all of it is there. Tells whether there was something to do. */
export const install = async () => {
  if (isInstalled()) return false;
  const fresh = !existsSync('node_modules/.package-lock.json');
  console.log(`  installing${fresh ? '' : ' what has changed'} (npm), which takes a minute the first time`);
  await runNpm([fresh ? 'ci' : 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  return true;
};
