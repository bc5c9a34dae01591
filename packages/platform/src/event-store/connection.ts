import { readFileSync } from 'node:fs';
import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { type EventStoreAddress, parseEventStoreAddress } from '../config/event-store-address.js';
import { FatalFault } from '../process/fatal.js';
import { StoreClient } from './client.js';
import { EventStoreUnavailable } from './errors.js';
import { isUndiscovered } from './failures.js';
import { collect } from './read.js';
import { leaderless, nothingListens, reasonOf } from './reasons.js';

/** The client of one event store. */
export interface Connection {
  readonly client: EventStoreDBClient;
  /**
   * Replaces a client that can no longer be used: it keeps the failure of the first question it asks a
   * server, and every later append would fail with it.
   */
  renew(broken: EventStoreDBClient): void;
  /** The same failure with its reason, which the client leaves out when it finds no member of a cluster. */
  explain(failure: unknown): Promise<unknown>;
  dispose(): Promise<void>;
}

/** How many rounds a cluster gets to answer, and seconds for each node in a round. */
const discovery = { maxDiscoverAttempts: 3, gossipTimeout: 2 };

/** @throws FatalFault when the address is wrong, or names a file that cannot be read */
export const openConnection = (url: string): Connection => {
  const address = parseEventStoreAddress(url);
  if (typeof address === 'string') throw new FatalFault(`EVENTSTORE_URL ${address}.`);
  const security = securityOf(address);
  const open = () => clientOf(address, security);
  let client = open();
  return {
    get client() {
      return client;
    },
    renew(broken) {
      if (broken !== client) return;
      client = open();
      void broken.dispose();
    },
    async explain(failure) {
      if (!(failure instanceof EventStoreUnavailable) || !isUndiscovered(failure.cause)) return failure;
      return new EventStoreUnavailable(failure.cause, await whyUndiscovered(address, security));
    },
    dispose: () => client.dispose(),
  };
};

/** Milliseconds for a host to answer. */
const patience = 2_000;

/** Asks each host separately and gives the first reason; a host that answers has no leader. */
const whyUndiscovered = async (address: EventStoreAddress, security: Security): Promise<string> => {
  const reasons = await Promise.all(
    address.hosts.map(async (host) => {
      const alone = clientOf({ ...address, hosts: [host], discover: false }, security);
      const read = alone.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
      const reason = await collect(read, () => undefined, patience).then(() => leaderless, reasonOf);
      void alone.dispose();
      return reason;
    }),
  );
  return reasons.find((reason) => reason !== nothingListens) ?? nothingListens;
};

type Security = ConstructorParameters<typeof StoreClient>[1];

const securityOf = ({ tls, caFile, userCertFile, userKeyFile }: EventStoreAddress): Security => {
  if (!tls) return { insecure: true };
  return {
    ...(caFile !== undefined && { rootCertificate: contentOf('tlsCAFile', caFile) }),
    ...(userCertFile !== undefined && { userCertFile: contentOf('userCertFile', userCertFile) }),
    ...(userKeyFile !== undefined && { userKeyFile: contentOf('userKeyFile', userKeyFile) }),
  };
};

const contentOf = (option: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
    throw new FatalFault(
      `EVENTSTORE_URL names a file with ${option} that cannot be read (${code}): ${path}.`,
    );
  }
};

const clientOf = (
  { hosts, discover, credentials, connectionName, numbers }: EventStoreAddress,
  security: Security,
): EventStoreDBClient => {
  const settings = { ...numbers, ...(connectionName !== undefined && { connectionName }) };
  const [host] = hosts;
  if (!host) throw new Error('an address has at least one host');
  if (hosts.length > 1) {
    const endpoints = [...hosts];
    return new StoreClient({ ...discovery, ...settings, endpoints }, security, credentials).separately();
  }
  const client = discover
    ? new StoreClient({ ...discovery, ...settings, discover: host }, security, credentials)
    : new StoreClient({ ...settings, endpoint: host }, security, credentials);
  return client.separately();
};
