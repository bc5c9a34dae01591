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

const databaseSchema = z.object({ DATABASE_URL: databaseUrlVariable });

const vaultSchema = z.object({ DATABASE_URL: databaseUrlVariable, VAULT_MASTER_KEY: masterKeysVariable });

const brokerSchema = z.object(brokerVariables);

const pricesSchema = z.object({
  ...priceVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
});

/** Configuration of commands about parked jobs. @throws FatalFault */
export const readLogConfig = (): z.output<typeof logSchema> => parseConfig(logSchema, process.env);

/** Configuration of commands about queue jobs. @throws FatalFault */
export const readQueuesConfig = (): z.output<typeof queuesSchema> => parseConfig(queuesSchema, process.env);

/** Configuration for fetching prices. @throws FatalFault */
export const readPricesConfig = (): z.output<typeof pricesSchema> => parseConfig(pricesSchema, process.env);

/** Configuration of commands about mails. @throws FatalFault */
export const readDatabaseConfig = (): z.output<typeof databaseSchema> =>
  parseConfig(databaseSchema, process.env);

/** Configuration for reading the vault. @throws FatalFault */
export const readVaultConfig = (): z.output<typeof vaultSchema> => parseConfig(vaultSchema, process.env);

/** Configuration for calling the broker. @throws FatalFault */
export const readBrokerConfig = (): z.output<typeof brokerSchema> => parseConfig(brokerSchema, process.env);

/** The operator who is recorded for a command's decision. @throws WrongUsage, FatalFault */
export const readActor = (parsed: Parsed): Actor => actingAs(parsed, process.env);
