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

/** What an instance finds in its data depends on these: told one of them, it makes its own. */
const decisive = [
  'DATA_DIR',
  'DATABASE_URL',
  'DEMO_PASSWORD',
  'EVENTSTORE_URL',
  'VAULT_MASTER_KEY',
  'WITHOUT_DEMO',
] as const;

/** Starts the whole instance on data of its own, in which the demo and a year of prices are there where they can be. */
export const startInstance = async (environment: Environment = {}): Promise<Instance> => {
  const hasOtherLog = process.env.EVENTSTORE_URL !== undefined;
  if (hasOtherLog || decisive.some((name) => environment[name] !== undefined))
    return startNewInstance(environment);
  const dataDirectory = await copyReadyData();
  return startNewInstance(dataDirectory ? { ...environment, DATA_DIR: dataDirectory } : environment);
};
