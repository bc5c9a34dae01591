import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { continueOnOwnNode } from './own-node.mjs';
import { runNpm } from './run.mjs';

const lockfile = 'package-lock.json';
const installedLockfile = 'node_modules/.package-lock.json';
const stampFile = 'node_modules/.installed-from';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex');

/**
 * Whether the state that npm recorded at its last installation matches the lockfile. Packages for other platforms
 * are optional and absent. An interrupted installation leaves no record.
 */
const isInstalled = () => {
  if (!existsSync(installedLockfile)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  const installed = packagesOf(installedLockfile);
  const isPackage = ([path, { link }]) => path.startsWith('node_modules/') && !link;
  return Object.entries(packagesOf(lockfile))
    .filter(isPackage)
    .every(([path, { version, optional }]) => {
      const found = installed[path]?.version;
      return found === version || (optional && found === undefined);
    });
};

/**
 * Installs what the lockfile lists, if anything is missing, and continues on the Node that came with it: the command starts over.
 */
export const install = async () => {
  if (!isInstalled()) await installMissing();
  await continueOnOwnNode();
};

const installMissing = async () => {
  const fresh = !existsSync(installedLockfile);
  console.log(fresh ? '  installing (npm), which takes a minute' : '  installing what has changed (npm)');
  // Build and test tools are needed here even if NODE_ENV is production.
  await runNpm([
    fresh ? 'ci' : 'install',
    '--include=dev',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  writeFileSync(stampFile, lockHash());
};
