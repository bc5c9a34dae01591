import type { CheckResult } from '@groundswell/platform';
import {
  type DamageWatch,
  type Made,
  madeByMigrations,
  madeByModel,
  type ReadModel,
} from '@groundswell/platform/read-store';
import { outboxMigrations, outboxSchema } from './mail/outbox.js';
import { moneyBook } from './money/book/money-book.js';
import { moneyMigrations, ownSchema as moneySchema } from './money/own-tables.js';
import { askedMigrations, ownSchema as priceSchema } from './prices/asked.js';
import { priceBook } from './prices/price-book.js';

const bookMade = (book: ReadModel): Made =>
  madeByModel(book, 'Start the workers again: they rebuild it from the log before they go on.');

const dropped = (schema: string): string =>
  `Stop the workers, DROP SCHEMA ${schema} CASCADE, and start them again`;

/** Everything that workers make in PostgreSQL, and what mends it. */
export const workersMade: readonly Made[] = [
  bookMade(priceBook),
  bookMade(moneyBook),
  madeByMigrations(
    priceSchema,
    askedMigrations,
    `${dropped(priceSchema)}: prices of the last session are asked for once more.`,
  ),
  madeByMigrations(
    moneySchema,
    moneyMigrations,
    `${dropped(moneySchema)}: steps that wait are tried at once, the broker is heard from its beginning, and everybody is compared with it.`,
  ),
  madeByMigrations(
    outboxSchema,
    outboxMigrations,
    `It alone knows which mails were sent: restore the schema from a copy of PostgreSQL. Without a copy: ${dropped(outboxSchema)}; mails of the last days may be sent once more.`,
  ),
];

/** Whether all of it is as this program makes it, by the last look. */
export const checkTables = (damage: Pick<DamageWatch, 'of'>): CheckResult => {
  const found = workersMade.flatMap(({ schema }) => {
    const words = damage.of(schema)?.words;
    return words === undefined ? [] : [`${schema}: ${words}`];
  });
  return found.length === 0 ? { ready: true } : { ready: false, why: found.join(' ') };
};
