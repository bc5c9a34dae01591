import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptMail, keptMailSchema } from '@groundswell/contracts';

/** More than a developer looks through; older ones stay on disk. */
const mostShown = 200;

const read = async (directory: string, file: string): Promise<KeptMail | undefined> => {
  try {
    return keptMailSchema.parse(JSON.parse(await readFile(join(directory, file), 'utf8')));
  } catch {
    // Not a mail, or a file that is just being removed.
    return undefined;
  }
};

/** The mails the worker stored instead of sending, newest first. */
export const keptMails = async (directory: string): Promise<readonly KeptMail[]> => {
  const files = await readdir(directory).catch(() => []);
  const mails = await Promise.all(
    files.filter((file) => file.endsWith('.json')).map((file) => read(directory, file)),
  );
  return mails
    .flatMap((mail) => mail ?? [])
    .sort((one, other) => other.keptAt.localeCompare(one.keptAt))
    .slice(0, mostShown);
};
