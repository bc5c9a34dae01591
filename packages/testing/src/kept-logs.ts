import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a whole test run keeps what its services logged, to search it at the end; unset when single files run. */
const directory = process.env.KEPT_LOGS;

/** Keeps what a service logged until the whole run has ended. */
export const keepLog = (service: string, text: string): void => {
  if (directory) appendFileSync(join(directory, `${service}-${process.pid}.log`), text);
};

/** Words that no log may hold: passwords and tokens that a test made up. */
export const keepSecrets = (...secrets: readonly string[]): void => {
  if (directory) appendFileSync(join(directory, `${process.pid}.secrets`), `${secrets.join('\n')}\n`);
};
