import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where a whole test run keeps what its services logged, to search it at the end; unset when single files run. */
const directory = process.env.KEPT_LOGS;

/** Keeps every log of an instance before its data is removed, and the passwords that none of them may hold. */
export const keepLogs = (dataDirectory: string, passwords: readonly string[]): void => {
  const logs = join(dataDirectory, 'logs');
  if (!directory || !existsSync(logs)) return;
  const instance = basename(dataDirectory);
  for (const name of readdirSync(logs)) {
    appendFileSync(join(directory, `${instance}-${name}.log`), readFileSync(join(logs, name)));
  }
  appendFileSync(join(directory, `${instance}.secrets`), `${passwords.join('\n')}\n`);
};
