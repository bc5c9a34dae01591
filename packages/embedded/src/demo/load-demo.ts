import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused, signIn } from './command-client.js';
import { demoConcepts } from './demo-data.js';
import { loadConcepts } from './load-concepts.js';
import { type OperatorOptions, registerPeople } from './register-people.js';
import type { SignIns } from './sign-ins.js';

export interface DemoOptions {
  /** The data directory: it remembers that the demo was loaded. */
  readonly directory: string;
  /** Tells this log from another one that the same data directory was used with. */
  readonly logName: string;
  readonly commandServiceUrl: string;
  readonly operator: OperatorOptions;
  readonly signIns: SignIns;
  readonly now: Date;
}

/**
 * Makes sure that the demo's people can sign in and that its concepts are there. Quick when they are.
 * @returns the log position to read after; 0 when nothing was added.
 */
export const loadDemo = async (options: DemoOptions): Promise<bigint> => {
  const { directory, logName, commandServiceUrl, signIns } = options;
  const marker = join(directory, 'demo-loaded');
  const loaded = existsSync(marker) && readFileSync(marker, 'utf8') === logName;
  const people = [signIns.staff, signIns.customer];
  const knock = () => Promise.all(people.map((person) => signIn(commandServiceUrl, person)));
  const [staff, customer] = await (loaded ? knock().catch(isUnknown) : Promise.resolve([])).then(
    async (sessions) => {
      if (sessions.length > 0) return sessions;
      await registerPeople(options.operator, signIns);
      return knock();
    },
  );
  try {
    if (loaded || staff === undefined) return 0n;
    const position = await loadConcepts(demoConcepts, staff.send, options.now);
    writeFileSync(marker, logName);
    return position;
  } finally {
    await Promise.all([staff?.signOut(), customer?.signOut()]);
  }
};

/** Nobody there yet, or with another password: both are mended by registering. Any other fault is not. */
const isUnknown = (error: unknown): [] => {
  if (error instanceof CommandRefused && error.status === 401) return [];
  throw error;
};
