import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  processVariables,
  redisUrlVariable,
  wholeNumberVariable,
} from '@groundswell/platform';
import { z } from 'zod';
import { mailVariables } from './mail/variables.js';
import { mirrorVariables } from './mirror/variables.js';
import { moneyVariables } from './money/variables.js';
import { priceVariables } from './prices/variables.js';

/** Environment variables of the workers. */
export const configSchema = z.object({
  ...processVariables,
  ...priceVariables,
  ...mailVariables,
  ...moneyVariables,
  ...mirrorVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** Connections to PostgreSQL of all pools together; locks use a few more. */
  DATABASE_CONNECTIONS: wholeNumberVariable(6, 200, 20),
  REDIS_URL: redisUrlVariable,
});

/** Shares out the connections: prices and mail get three tenths each, money gets the rest. */
export const poolsOf = (connections: number): { prices: number; mail: number; money: number } => {
  const share = Math.floor(connections * 0.3);
  return { prices: share, mail: share, money: connections - 2 * share };
};
