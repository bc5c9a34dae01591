import { createLog, type Log } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Invocation, suggest, WrongUsage } from '@groundswell/platform/operator';
import { prepareReadStore, type ReadModel } from '@groundswell/platform/read-store';
import { prepareOperations } from '../operations/prepare-operations.js';
import { readModels } from '../registry.js';
import { type OperatorConfig, readConfig } from './config.js';

/** What a command works with that asks the log alone. */
export interface LogGround {
  readonly config: OperatorConfig;
  readonly eventStore: EventStore;
  readonly log: Log;
}

/** What a command works with that asks read models, too. */
export interface Ground extends LogGround {
  readonly database: Database;
}

/** Each read model writes through a connection of its own; a few more look on. */
const connections = readModels.length + 6;

/** Opens the log for one command, and closes it after it. PostgreSQL may be away meanwhile. */
export const withLog = async <T>(work: (ground: LogGround) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const log = createLog({ service: 'operator', level: 'silent' });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  try {
    return await work({ config, eventStore, log });
  } finally {
    await eventStore.dispose();
  }
};

/** Opens the database beside the log, and closes it after the work. */
export const withDatabase = async <T>(
  ground: LogGround,
  work: (ground: Ground) => Promise<T>,
): Promise<T> => {
  const database = openDatabase({ url: ground.config.DATABASE_URL, name: 'operator', connections });
  try {
    await prepareReadStore(database);
    await prepareOperations(database);
    return await work({ ...ground, database });
  } finally {
    await database.close();
  }
};

/** Opens the database and the log for one command, and closes them after it. */
export const withGround = <T>(work: (ground: Ground) => Promise<T>): Promise<T> =>
  withLog((ground) => withDatabase(ground, work));

/** The read models that `<read model|all>` names. @throws WrongUsage */
export const modelsNamed = (invocation: Pick<Invocation, 'arguments'>): readonly ReadModel[] => {
  const name = invocation.arguments['read model|all'] ?? '';
  if (name === 'all') return readModels;
  const found = readModels.filter((model) => model.name === name);
  if (found.length === 0) {
    const names = readModels.map((model) => model.name);
    const meant = suggest(name, names);
    const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}? ` : '';
    throw new WrongUsage(`There is no read model "${name}". ${hint}There are: ${names.join(', ')}; or all.`);
  }
  return found;
};
