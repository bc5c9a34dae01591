import { createLog, type Log } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Invocation, WrongUsage } from '@groundswell/platform/operator';
import { prepareReadStore, type ReadModel } from '@groundswell/platform/read-store';
import { prepareOperations } from '../operations/prepare-operations.js';
import { readModels } from '../registry.js';
import { type OperatorConfig, readConfig } from './config.js';

/** What a command of this room works with. */
export interface Ground {
  readonly config: OperatorConfig;
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
}

/** Each read model writes through a connection of its own; a few more look on. */
const connections = readModels.length + 6;

/** Opens the database and the log for one command, and closes them after it. */
export const withGround = async <T>(work: (ground: Ground) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const log = createLog({ service: 'operator', level: 'silent' });
  const database = openDatabase({ url: config.DATABASE_URL, name: 'operator', connections });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  try {
    await prepareReadStore(database);
    await prepareOperations(database);
    return await work({ config, database, eventStore, log });
  } finally {
    await eventStore.dispose();
    await database.close();
  }
};

/** The read models that `<read model|all>` names. @throws WrongUsage */
export const modelsNamed = (invocation: Pick<Invocation, 'arguments'>): readonly ReadModel[] => {
  const name = invocation.arguments['read model|all'] ?? '';
  if (name === 'all') return readModels;
  const found = readModels.filter((model) => model.name === name);
  if (found.length === 0) {
    const names = readModels.map((model) => model.name).join(', ');
    throw new WrongUsage(`There is no read model "${name}". There are: ${names}; or all.`);
  }
  return found;
};
