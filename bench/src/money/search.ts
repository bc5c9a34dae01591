import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpOf, tracesIn } from '@groundswell/testing/traces';
import type { MoneyInstance } from './instance.js';
import { contentOf } from './redis.js';

/** A number as people write it, with and without dashes. */
const spellingsOf = (number: string): string[] => {
  const digits = number.replaceAll('-', '');
  return [...new Set([digits, digits.replace(/^(\d{3})(\d{2})(\d+)$/, '$1-$2-$3')])];
};

/** A number, and what could stand for it without being it. */
export const wordsFor = (number: string): string[] => {
  const spellings = spellingsOf(number);
  const digests = spellings.flatMap((spelling) =>
    (['sha256', 'sha1', 'md5'] as const).flatMap((name) =>
      (['hex', 'base64', 'base64url'] as const).map((form) => createHash(name).update(spelling).digest(form)),
    ),
  );
  return [...spellings, ...digests];
};

/** Every file of a directory, however deep, as one character a byte; what goes away meanwhile is passed over. */
const filesIn = function* (directory: string): Generator<readonly [path: string, text: string]> {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield [path, readFileSync(path, 'latin1')];
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
    }
  }
};

/**
 * Where an instance holds any of these numbers: rows of both databases as a dump has them, Redis now and all that was ever
 * said to it, and every file: logs, mails, what the broker keeps, and the database's own files with its journal.
 */
export const placesOf = async (
  instance: MoneyInstance,
  numbers: readonly string[],
  heardByRedis: string,
  directory = instance.directory,
): Promise<{ readonly places: readonly string[]; readonly searched: number }> => {
  const words = numbers.flatMap(wordsFor);
  const places: string[] = [];
  let searched = 0;
  const look = (place: string, text: string, wanted = words): void => {
    searched += text.length;
    const found = tracesIn(text, wanted);
    if (found.length > 0) places.push(`${place}: ${found.join(', ')}`);
  };
  for (const [index, databaseUrl] of instance.databases.entries()) {
    for (const [table, rows] of await dumpOf(databaseUrl)) {
      look(`table ${table} of database ${index + 1}`, rows.join('\n'));
    }
  }
  look('redis', await contentOf(instance.redisPort));
  look('what redis was told', heardByRedis);
  // A placeholder for a number would also be in the rows; files of tens of megabytes are searched for the
  // number itself.
  const spellings = numbers.flatMap(spellingsOf);
  const isDatabase = (path: string): boolean => path.startsWith(join(instance.directory, 'postgresql'));
  for (const [path, text] of filesIn(directory)) look(path, text, isDatabase(path) ? spellings : words);
  return { places, searched };
};
