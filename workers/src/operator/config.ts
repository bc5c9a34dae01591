import { brokerVariables } from '@groundswell/broker';
import type { Actor } from '@groundswell/contracts';
import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  parseConfig,
  redisUrlVariable,
} from '@groundswell/platform';
import { actingAs, type Parsed } from '@groundswell/platform/operator';
import { masterKeysVariable } from '@groundswell/platform/vault';
import { z } from 'zod';
import { priceVariables } from '../prices/variables.js';

const logSchema = z.object({ EVENTSTORE_URL: eventStoreUrlVariable });

const queuesSchema = z.object({ REDIS_URL: redisUrlVariable });

const vaultSchema = z.object({ DATABASE_URL: databaseUrlVariable, VAULT_MASTER_KEY: masterKeysVariable });

const brokerSchema = z.object(brokerVariables);

const pricesSchema = z.object({
  ...priceVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
});

/** What commands about parked jobs read. @throws FatalFault */
export const readLogConfig = (): z.output<typeof logSchema> => parseConfig(logSchema, process.env);

/** What commands about jobs of queues read. @throws FatalFault */
export const readQueuesConfig = (): z.output<typeof queuesSchema> => parseConfig(queuesSchema, process.env);

/** What fetching prices takes. @throws FatalFault */
export const readPricesConfig = (): z.output<typeof pricesSchema> => parseConfig(pricesSchema, process.env);

/** What reading the vault takes. @throws FatalFault */
export const readVaultConfig = (): z.output<typeof vaultSchema> => parseConfig(vaultSchema, process.env);

/** What asking the broker takes. @throws FatalFault */
export const readBrokerConfig = (): z.output<typeof brokerSchema> => parseConfig(brokerSchema, process.env);

/** Who is on record for what a command decides. @throws WrongUsage, FatalFault */
export const readActor = (parsed: Parsed): Actor => actingAs(parsed, process.env);
