import { type Environment, type Instance, startNewInstance } from './launching.js';
import { copyReadyData } from './ready-data.js';

export {
  type Environment,
  type Instance,
  InstanceDidNotStart,
  type OpenInstance,
  type SignIn,
  startNewInstance,
} from './launching.js';

/** Variables that affect the instance's data: with any of them set, it creates its own. */
const decisive = [
  'DATA_DIR',
  'DATABASE_URL',
  'DEMO_PASSWORD',
  'EVENTSTORE_URL',
  'VAULT_MASTER_KEY',
  'WITHOUT_DEMO',
] as const;

/**
 * Starts the whole instance with its own data, which already includes the demo and a year of prices if possible.
 */
export const startInstance = async (environment: Environment = {}): Promise<Instance> => {
  const hasOtherLog = process.env.EVENTSTORE_URL !== undefined;
  if (hasOtherLog || decisive.some((name) => environment[name] !== undefined))
    return startNewInstance(environment);
  const dataDirectory = await copyReadyData();
  return startNewInstance(dataDirectory ? { ...environment, DATA_DIR: dataDirectory } : environment);
};
