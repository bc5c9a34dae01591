import { type Environment, type House, startNewHouse } from './launching.js';
import { copyReadyData } from './ready-data.js';

export {
  type Environment,
  type House,
  HouseDidNotStart,
  type OpenHouse,
  type SignIn,
  startNewHouse,
} from './launching.js';

/** What a house finds in its data depends on these: told one of them, it makes its own. */
const decisive = [
  'DATA_DIR',
  'DATABASE_URL',
  'DEMO_PASSWORD',
  'EVENTSTORE_URL',
  'VAULT_MASTER_KEY',
  'WITHOUT_DEMO',
] as const;

/** Starts the whole house on data of its own, in which the demo and a year of prices are there where they can be. */
export const startHouse = async (environment: Environment = {}): Promise<House> => {
  const hasOtherLog = process.env.EVENTSTORE_URL !== undefined;
  if (hasOtherLog || decisive.some((name) => environment[name] !== undefined))
    return startNewHouse(environment);
  const dataDirectory = await copyReadyData();
  return startNewHouse(dataDirectory ? { ...environment, DATA_DIR: dataDirectory } : environment);
};
