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
  madeByModel(model, 'Start the workers again: they rebuild it from the log before they continue.');

const dropped = (schema: string): string =>
  `Stop the workers, DROP SCHEMA ${schema} CASCADE, and start them again`;

/** Everything that workers create in PostgreSQL, and how to repair it. */
export const workersMade: readonly Made[] = [
  stateMade(priceState),
  stateMade(moneyState),
  madeByMigrations(
    priceSchema,
    askedMigrations,
    `${dropped(priceSchema)}: prices of the last session are requested again.`,
  ),
  madeByMigrations(
    moneySchema,
    moneyMigrations,
    `${dropped(moneySchema)}: waiting steps are tried at once, the broker’s messages are read from the beginning, and everyone is compared with the broker.`,
  ),
  madeByMigrations(
    outboxSchema,
    outboxMigrations,
    `It alone knows which emails were sent: restore the schema from a copy of PostgreSQL. Without a copy: ${dropped(outboxSchema)}; emails of the last few days may be sent again.`,
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
