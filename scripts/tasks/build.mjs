import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runNode } from './run.mjs';

const stampFile = '.build-stamp.json';
const rooms = [
  'packages',
  'command-service',
  'query-service',
  'projections',
  'workers',
  'web',
  'e2e',
  'bench',
];
const shared = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];
const bundling = ['bundle.mjs', 'keep-compiled.cjs', 'library-loader.cjs'];
const neverRead = new Set(['node_modules', 'dist', '.data']);

/** Inputs of each build, and a file that must exist after it. */
const builds = {
  packages: {
    inputs: [...rooms, ...shared, ...bundling.map((name) => `scripts/tasks/${name}`)],
    output: 'packages/embedded/dist/launcher/main.js',
  },
  web: {
    inputs: ['web', 'packages/contracts', 'packages/domain', ...shared],
    output: 'web/dist/site/index.html',
  },
};

const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (neverRead.has(entry.name)) return [];
    const below = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(below) : [below];
  });
};

/** Hashes name, size and modification time of every input: fast, and any edit changes it. */
const fingerprint = (inputs) => {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesBelow).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
};

/** Each checker checks again what others check, too. With more of them than processors that only takes longer. */
const checkers = Math.min(4, Math.ceil(availableParallelism() / 2));

const make = {
  packages: async () => {
    await runNode(['node_modules/typescript7/bin/tsc', '-b', '--pretty', '--checkers', String(checkers)]);
    // Not a static import: this file is loaded before dependencies are installed.
    const { bundle } = await import('./bundle.mjs');
    await bundle();
  },
  web: () => runNode(['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { cwd: 'web' }),
};

/**
 * Builds what has changed since the last build. Resolves to the names of the builds that ran; empty if all were up
 * to date.
 */
export const build = async () => {
  const stamp = readStamp();
  const prints = Object.fromEntries(
    Object.entries(builds).map(([name, { inputs }]) => [name, fingerprint(inputs)]),
  );
  const stale = Object.keys(builds).filter(
    (name) => stamp[name] !== prints[name] || !existsSync(builds[name].output),
  );
  if (stale.length > 0) console.log(`  building ${stale.join(' and ')}`);
  const outcomes = await Promise.allSettled(stale.map((name) => make[name]()));
  const fresh = stale.filter((_name, index) => outcomes[index].status === 'fulfilled');
  for (const name of fresh) stamp[name] = prints[name];
  if (fresh.length > 0) writeFileSync(stampFile, JSON.stringify(stamp));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return stale;
};
