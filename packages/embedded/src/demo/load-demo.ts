import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused, signIn } from './command-client.js';
import { demoConcepts } from './demo-data.js';
import { loadConcepts } from './load-concepts.js';
import { type OperatorOptions, registerPeople } from './register-people.js';
import type { SignIns } from './sign-ins.js';

export interface DemoOptions {
  /** The data directory, which records that the demo was loaded. */
  readonly directory: string;
  /** Identifies the log, in case the data directory was used with another one. */
  readonly logName: string;
  readonly commandServiceUrl: string;
  readonly operator: OperatorOptions;
  readonly signIns: SignIns;
  readonly now: Date;
}

/**
 * Ensures that the demo's people can sign in and that its concepts exist. Fast when they do.
 * @returns the log position to read after; 0 when nothing was added
 */
export const loadDemo = async (options: DemoOptions): Promise<bigint> => {
  const marker = join(options.directory, 'demo-loaded');
  const loaded = existsSync(marker) && readFileSync(marker, 'utf8') === options.logName;
  const known = loaded ? await signInStaff(options).catch(isUnknown) : undefined;
  if (known === undefined) await registerPeople(options.operator, options.signIns);
  const staff = known ?? (await signInStaff(options));
  try {
    if (loaded) return 0n;
    const position = await loadConcepts(demoConcepts, staff.send, options.now);
    writeFileSync(marker, options.logName);
    return position;
  } finally {
    await staff.signOut();
  }
};

/** Both people share one password, so if staff can sign in, the customer can too. */
const signInStaff = ({ commandServiceUrl, signIns }: DemoOptions) => signIn(commandServiceUrl, signIns.staff);

/** Unknown people and changed passwords are both fixed by registering. Other faults are not. */
const isUnknown = (error: unknown): undefined => {
  if (error instanceof CommandRefused && error.status === 401) return undefined;
  throw error;
};
