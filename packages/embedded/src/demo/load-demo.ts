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
  /** Prints a line to the console. */
  readonly say: (line: string) => void;
}

/**
 * Ensures that the demo's people can sign in and that its concepts exist. Fast when they do.
 * @returns the log position to read after; 0 when nothing was added
 */
export const loadDemo = async (options: DemoOptions): Promise<bigint> => {
  const marker = join(options.directory, 'demo-loaded');
  const loaded = existsSync(marker) && readFileSync(marker, 'utf8') === options.logName;
  const staff = await signInOrRegister(options, loaded);
  if (staff === undefined) {
    if (!loaded)
      options.say(`the demo is not loaded: ${options.signIns.staff.email} has two-step sign-in in this log`);
    return 0n;
  }
  try {
    if (loaded) return 0n;
    const position = await loadConcepts(demoConcepts, staff.send, options.now);
    writeFileSync(marker, options.logName);
    return position;
  } finally {
    await staff.signOut();
  }
};

type Staff = Awaited<ReturnType<typeof signIn>>;

/** Undefined where staff needs a second factor as well, which nobody can give here: then the password was right. */
const signInOrRegister = async (options: DemoOptions, loaded: boolean): Promise<Staff | undefined> => {
  try {
    const known = loaded ? await signInStaff(options).catch(isUnknown) : undefined;
    if (known !== undefined) return known;
    await registerPeople(options.operator, options.signIns);
    return await signInStaff(options);
  } catch (error) {
    if (error instanceof CommandRefused && error.code === 'SecondFactorNeeded') return undefined;
    throw error;
  }
};

/** Both people share one password, so if staff can sign in, the customer can too. */
const signInStaff = ({ commandServiceUrl, signIns }: DemoOptions) => signIn(commandServiceUrl, signIns.staff);

/** Unknown people and changed passwords are both fixed by registering. Other faults are not. */
const isUnknown = (error: unknown): undefined => {
  if (error instanceof CommandRefused && error.status === 401) return undefined;
  throw error;
};
