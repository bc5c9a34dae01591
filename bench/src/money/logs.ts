import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MoneyInstance } from './instance.js';

/** What each part has said, by its name. */
export const logsOf = ({ directory }: MoneyInstance): (readonly [part: string, text: string])[] =>
  readdirSync(join(directory, 'logs')).map((name) => [
    name,
    readFileSync(join(directory, 'logs', name), 'utf8'),
  ]);
