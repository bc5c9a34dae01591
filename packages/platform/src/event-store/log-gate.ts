import { END, type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import type { Connection } from './connection.js';
import { EventStoreTimeout, EventStoreUnavailable, OtherLog } from './errors.js';
import { failureOf } from './failures.js';
import { identityOf } from './recognize.js';
import type { LogId } from './types.js';

/** Lets work through to a log that is known to be the expected one. */
export interface LogGate {
  /**
   * Resolves at once while the connection is open on which the log was recognized.
   * @throws OtherLog, EventStoreUnavailable, EventStoreTimeout
   */
  pass(): Promise<void>;
  close(): void;
}

/** An open connection, and when it is lost. */
interface Sentinel {
  readonly lost: Promise<void>;
  close(): void;
}

/** Milliseconds for the store to confirm a subscription. */
const patience = 10_000;

/** A subscription to nothing: it ends with the connection, and so before another log can answer at the same address. */
const watchConnection = async (client: EventStoreDBClient): Promise<Sentinel> => {
  const subscription = client.subscribeToAll({
    fromPosition: END,
    requiresLeader: true,
    filter: streamNameFilter({ prefixes: ['nobody-writes-here-'] }),
  });
  const close = (): void => void subscription.unsubscribe().catch(() => undefined);
  // Without a reader the stream never reports its end.
  subscription.on('data', () => undefined);
  const ended = new Promise<Error>((resolve) => {
    // Never removed: the client reports some losses twice, and an unhandled error ends the process.
    subscription.on('error', (error) => resolve(failureOf(error)));
    for (const ending of ['end', 'close'] as const) {
      subscription.on(ending, () => resolve(new EventStoreUnavailable(`the watch ended by "${ending}"`)));
    }
  });
  let late: NodeJS.Timeout | undefined;
  const confirmed = new Promise<undefined>((resolve) =>
    subscription.on('confirmation', () => resolve(undefined)),
  );
  const silence = new Promise<Error>((resolve) => {
    late = setTimeout(() => resolve(new EventStoreTimeout(patience)), patience);
  });
  const fault = await Promise.race([ended, confirmed, silence]);
  clearTimeout(late);
  if (fault) {
    close();
    throw fault;
  }
  return { lost: ended.then(() => undefined), close };
};

/**
 * @param expected which log is expected; undefined while none is, and then any is let in, and asked about again
 */
export const openLogGate = (
  connection: Pick<Connection, 'client'>,
  expected: () => Promise<LogId | undefined>,
): LogGate => {
  let open: Promise<void> | undefined;
  /** The client that the log was recognized with: another one has a connection of its own. */
  let known: EventStoreDBClient | undefined;
  let sentinel: Sentinel | undefined;
  let closed = false;

  const recognize = async (): Promise<'for good' | 'this once'> => {
    const { client } = connection;
    known = client;
    const former = sentinel;
    sentinel = undefined;
    former?.close();
    // Before the log is asked: what answers afterwards is on the same connection, or the sentinel is lost.
    const watching = await watchConnection(client);
    if (closed) watching.close();
    sentinel = watching;
    let isLost = false;
    void watching.lost.then(() => {
      isLost = true;
      if (sentinel === watching) open = undefined;
    });
    const [wanted, found] = await Promise.all([expected(), identityOf(client)()]);
    if (wanted !== undefined && wanted !== found) throw new OtherLog(wanted, found);
    if (isLost) throw new EventStoreUnavailable('the connection was lost while the log was recognized');
    return wanted === undefined ? 'this once' : 'for good';
  };

  return {
    pass() {
      if (open && known === connection.client) return open;
      const mine: Promise<void> = recognize().then(
        (how) => {
          if (how === 'this once' && open === mine) open = undefined;
        },
        (fault: unknown) => {
          if (open === mine) open = undefined;
          throw fault;
        },
      );
      open = mine;
      // The caller may have given up by then, and an unhandled rejection ends the process.
      mine.catch(() => undefined);
      return mine;
    },
    close() {
      closed = true;
      sentinel?.close();
    },
  };
};
