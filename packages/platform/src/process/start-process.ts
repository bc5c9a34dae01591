import { writeSync } from 'node:fs';
import { EventStoreUnavailable } from '../event-store/errors.js';
import { FatalFault, fatal } from './fatal.js';
import { giveMemoryBack } from './heap.js';
import { closeEverything } from './shutdown.js';

/** The supervisor gives a process five seconds to end; whatever is open shortly before is cut. */
const longestShutdown = 4_500;

/** The message of an unavailable store says what to do; a stack trace would not help. */
const describe = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  return fault instanceof EventStoreUnavailable ? `Error: ${fault.message}` : (fault.stack ?? fault.message);
};

const shutDown = async (): Promise<never> => {
  const cut = setTimeout(() => process.exit(0), longestShutdown);
  await closeEverything((name, fault) => writeSync(2, `closing ${name}: ${describe(fault)}\n`));
  clearTimeout(cut);
  process.exit(0);
};

/**
 * Runs a process from start to end: a fatal fault becomes one line and code 78, any other fault code 1;
 * SIGTERM, SIGINT and the loss of the supervisor drain and end it with code 0.
 */
export const startProcess = (main: () => Promise<void>): void => {
  giveMemoryBack();
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    void shutDown();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A killed supervisor sends no signal, but its channel closes.
  if (process.send) process.on('disconnect', end);
  main().catch((fault: unknown) => {
    if (fault instanceof FatalFault) fatal(fault.message);
    writeSync(2, `${describe(fault)}\n`);
    process.exit(1);
  });
};

/** Tells the supervisor that this part listens. Without a supervisor it does nothing. */
export const announceReady = (port: number): void => {
  process.send?.({ ready: { port } });
};
