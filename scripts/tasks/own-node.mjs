import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The Node that npm installs for the project on this platform, if there is one; undefined before the installation. */
export const findOwnNode = () =>
  Object.keys(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).optionalDependencies)
    .flatMap((name) => [`node_modules/${name}/bin/node`, `node_modules/${name}/bin/node.exe`])
    .map(inRoot)
    .find(existsSync);

/** The first version of Node that refuses an IP address as the name of a TLS server, which the event store's client sends. */
const firstRefused = 25;

/** @throws on a Node too new for the event store's client */
export const refuseNewer = (version = process.versions.node) => {
  if (Number.parseInt(version, 10) < firstRefused) return;
  throw new Error(
    `Groundswell does not run on Node ${version} yet: the event store’s client cannot connect. Use Node 24.`,
  );
};

/**
 * Runs the same command on the project's own Node, and ends with its exit code. Returns if this is the one already, or if there
 * is none for this platform.
 * @throws on a Node too new for the event store's client, where there is no other
 */
export const continueOnOwnNode = async () => {
  const own = findOwnNode();
  if (!own) return refuseNewer();
  if (realpathSync(own) === realpathSync(process.execPath)) return;
  const child = spawn(own, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, STARTED_OVER: '1' },
  });
  // A terminal sends Ctrl-C to both, and some commands end at once at a second SIGINT; SIGTERM means the same to them.
  const passedOn = { SIGINT: 'SIGTERM', SIGTERM: 'SIGTERM', SIGHUP: 'SIGHUP' };
  for (const [signal, told] of Object.entries(passedOn)) process.on(signal, () => child.kill(told));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? (signal === 'SIGINT' ? 130 : 143)));
  });
  process.exit(code);
};
