import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, vi } from 'vitest';
import { leaderOf } from './leader.js';
import { ServerUnderTest } from './own-server.js';
import { type WayIn, wayInTo } from './way-in.js';

/** What the conformance specs need: only the address of a server. */
interface AnyServer {
  readonly client: EventStoreDBClient;
  /** Host and port of the node that accepts writes. */
  readonly address: string;
  readonly wayIn: WayIn;
  /** A separate client, disposed of after the last test. */
  readonly newClient: () => EventStoreDBClient;
}

/** A server that is running already, with its client address. */
class RunningServer implements AnyServer {
  readonly #clients: EventStoreDBClient[] = [];
  readonly wayIn: WayIn;
  address = '';

  constructor(private readonly url: string) {
    this.wayIn = wayInTo(url);
  }

  async find(): Promise<void> {
    // A cluster that has just lost its leader elects another one.
    this.address = await vi.waitFor(() => leaderOf(this.wayIn), { timeout: 30_000, interval: 500 });
  }

  get client(): EventStoreDBClient {
    return this.#clients[0] ?? this.newClient();
  }

  newClient(): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(this.url);
    this.#clients.push(client);
    return client;
  }

  async leave(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.dispose()));
  }
}

/** The server at EVENTSTORE_URL, or else a new one for all tests of a file. */
export const serverForThisFile = (): AnyServer => {
  const url = process.env.EVENTSTORE_URL;
  if (url !== undefined) {
    const server = new RunningServer(url);
    beforeAll(() => server.find());
    afterAll(() => server.leave());
    return server;
  }
  const server = new ServerUnderTest();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  return server;
};

export const newStream = (): string => `test-${randomUUID()}`;
