import type { CheckResult } from '@groundswell/platform';
import {
  type DamageWatch,
  type Made,
  madeByMigrations,
  madeByModel,
  type ReadModel,
} from '@groundswell/platform/read-store';
import { outboxMigrations, outboxSchema } from './mail/outbox.js';
import { moneyMigrations, ownSchema as moneySchema } from './money/own-tables.js';
import { moneyState } from './money/process-state/money-state.js';
import { askedMigrations, ownSchema as priceSchema } from './prices/asked.js';
import { priceState } from './prices/price-state.js';

const stateMade = (model: ReadModel): Made =>
  madeByModel(model, 'Start the workers again: they rebuild it from the log before they go on.');

const dropped = (schema: string): string =>
  `Stop the workers, DROP SCHEMA ${schema} CASCADE, and start them again`;

/** Everything that workers create in PostgreSQL, and how to repair it. */
export const workersMade: readonly Made[] = [
  stateMade(priceState),
  stateMade(moneyState),
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

/** Whether all tables match what this program creates, according to the last check. */
export const checkTables = (damage: Pick<DamageWatch, 'of'>): CheckResult => {
  const found = workersMade.flatMap(({ schema }) => {
    const words = damage.of(schema)?.words;
    return words === undefined ? [] : [`${schema}: ${words}`];
  });
  return found.length === 0 ? { ready: true } : { ready: false, why: found.join(' ') };
};
