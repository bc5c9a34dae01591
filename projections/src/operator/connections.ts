import { createLog, type Log, timeLimits } from '@groundswell/platform';
import { type Database, isExhausted, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Invocation, NotDone, suggest, WrongUsage } from '@groundswell/platform/operator';
import { damageOf, prepareReadStore, type ReadModel } from '@groundswell/platform/read-store';
import { roomsMade } from '../operations/damage.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { readModels } from '../registry.js';
import { type OperatorConfig, readConfig } from './config.js';

/** Connections for commands that read only the log. */
export interface LogConnection {
  readonly config: OperatorConfig;
  readonly eventStore: EventStore;
  readonly log: Log;
}

/** Connections for commands that also use read models. */
export interface OperatorConnections extends LogConnection {
  readonly database: Database;
}

/** Each read model writes through its own connection; a few more are for reading. */
const mostConnections = readModels.length + 6;

/** Opens the log for one command, and closes it afterwards. PostgreSQL may be down meanwhile. */
export const withLog = async <T>(work: (connections: LogConnection) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const log = createLog({ service: 'operator', level: 'silent' });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  try {
    return await work({ config, eventStore, log });
  } finally {
    await eventStore.dispose();
  }
};

/** The database for one question, which a command can do without. */
export const openBriefly = ({ DATABASE_URL: url }: Pick<OperatorConfig, 'DATABASE_URL'>): Database =>
  openDatabase({
    url,
    name: 'operator',
    connections: 1,
    patience: timeLimits.firstAnswer,
    connectWithin: timeLimits.firstAnswer,
  });

/** The tables shared by all read models are damaged, and something could therefore not be done. */
export class DamagedRooms extends NotDone {
  constructor(
    /** The damage and what to do about it, a sentence or two per schema. */
    readonly problems: readonly string[],
  ) {
    super(problems.join('\n'));
  }
}

const isOfDatabase = (fault: unknown): boolean => fault instanceof Error && 'severity' in fault;

/** Reports PostgreSQL's errors about damaged tables as such. @throws DamagedRooms */
const orDamage = async <T>(database: Database, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (fault) {
    // Without space nothing can be told about tables.
    if (!isOfDatabase(fault) || isExhausted(fault)) throw fault;
    const found = await damageOf(database, roomsMade).catch(() => []);
    if (found.length === 0) throw fault;
    throw new DamagedRooms(found.map(({ schema, words }) => `${schema}: ${words}`));
  }
};

/** Opens the database in addition to the log, and closes it afterwards. @throws DamagedRooms */
export const withDatabase = async <T>(
  connections: LogConnection,
  work: (connections: OperatorConnections) => Promise<T>,
): Promise<T> => {
  const database = openDatabase({
    url: connections.config.DATABASE_URL,
    name: 'operator',
    connections: mostConnections,
  });
  try {
    return await orDamage(database, async () => {
      await prepareReadStore(database);
      await prepareOperations(database);
      return work({ ...connections, database });
    });
  } finally {
    await database.close();
  }
};

/** Opens the database and the log for one command and closes them afterwards. */
export const withConnections = <T>(work: (connections: OperatorConnections) => Promise<T>): Promise<T> =>
  withLog((connections) => withDatabase(connections, work));

/** The read models named by `<read model|all>`. @throws WrongUsage */
export const modelsNamed = (invocation: Pick<Invocation, 'arguments'>): readonly ReadModel[] => {
  const name = invocation.arguments['read model|all'] ?? '';
  if (name === 'all') return readModels;
  const found = readModels.filter((model) => model.name === name);
  if (found.length === 0) {
    const names = readModels.map((model) => model.name);
    const meant = suggest(name, names);
    const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}? ` : '';
    throw new WrongUsage(
      `There is no read model "${name}". ${hint}Choose one of ${names.join(', ')}; or all.`,
    );
  }
  return found;
};
