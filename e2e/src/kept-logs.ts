import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where a full test run keeps the services' logs, to search them at the end; unset when single files run. */
const directory = process.env.KEPT_LOGS;

/** Copies an instance's logs before its data is removed, and the passwords none of them may contain. */
export const keepLogs = (dataDirectory: string, passwords: readonly string[]): void => {
  const logs = join(dataDirectory, 'logs');
  if (!directory || !existsSync(logs)) return;
  const instance = basename(dataDirectory);
  for (const name of readdirSync(logs)) {
    appendFileSync(join(directory, `${instance}-${name}.log`), readFileSync(join(logs, name)));
  }
  appendFileSync(join(directory, `${instance}.secrets`), `${passwords.join('\n')}\n`);
};
