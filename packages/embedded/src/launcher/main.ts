import { writeSync } from 'node:fs';
import { FatalFault, fatalExitCode, loadConfig } from '@groundswell/platform';
import { ancestors } from '../infrastructure/processes.js';
import { announcement } from './announcement.js';
import { configSchema } from './config.js';
import { launch } from './launch.js';
import { passedOn } from './passed-on.js';

// Starts the whole instance, keeps it running, and stops it in order: on Ctrl-C, on SIGTERM, when the terminal
// closes, when the npm that ran it is gone, or when a part fails permanently.
const inherited = (part: string): Record<string, string> =>
  Object.fromEntries(
    passedOn(part).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

let stopAll: () => Promise<void> = async () => undefined;
let stopping: Promise<never> | undefined;

const end = (exitCode: number): Promise<never> => {
  stopping ??= stopAll().then(
    () => process.exit(exitCode),
    () => process.exit(exitCode || 1),
  );
  return stopping;
};

const fail = (error: unknown): Promise<never> => {
  const known = error instanceof FatalFault;
  const words = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  if (stopping === undefined) writeSync(2, `${words}\n`);
  return end(known ? fatalExitCode : 1);
};

const say = (line: string): void => {
  if (stopping === undefined) console.log(line);
};

const start = async (): Promise<void> => {
  const config = loadConfig(configSchema, process.env);
  const launched = await launch({
    config,
    inherited,
    say,
    onStarted: (stop) => {
      stopAll = stop;
    },
  });
  for (const line of announcement(launched, performance.now() / 1_000)) say(line);
  process.send?.({ ready: { url: launched.url, signIns: launched.signIns } });
  await launched.broken;
};

const stopOn = (signal: NodeJS.Signals): void => {
  process.on(signal, () => {
    say('\nstopping');
    void end(0);
  });
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) stopOn(signal);
process.on('disconnect', () => void end(0));

/**
 * A killed npm leaves its shell behind, and the shell its command: so both the parent and the grandparent are
 * watched, and one more where the command has started over on another Node.
 */
const above = (): string => ancestors(process.env.STARTED_OVER === undefined ? 2 : 3).join(' ');
const first = above();
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => above() !== first && void end(0), 1_000).unref();
}

start().catch(fail);
