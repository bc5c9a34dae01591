import { EventStoreDBClient } from '@eventstore/db-client';
import {
  eventStoreUrlOf,
  freshDatabase,
  type StartedPart,
  startEventStore,
  type WantedStore,
} from '@groundswell/testing';
import { afterAll, beforeAll } from 'vitest';
import { type HttpAnswer, type WayIn, wayInTo } from './way-in.js';

/** A server with a fresh database, and the real client. */
export class ServerUnderTest {
  readonly #clients: EventStoreDBClient[] = [];
  #part: StartedPart | undefined;
  #databaseUrl = '';
  #drop: (() => Promise<void>) | undefined;

  /** @param wanted its own process, where a spec kills the server or measures it */
  constructor(private readonly wanted: WantedStore = 'shared process') {}

  get databaseUrl(): string {
    return this.#databaseUrl;
  }

  get part(): StartedPart {
    if (this.#part === undefined) throw new Error('The server is not started.');
    return this.#part;
  }

  get port(): number {
    return this.part.port;
  }

  /** Host and port, for gRPC. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Its address for a user with full rights. */
  get url(): string {
    return eventStoreUrlOf(this.port, 'admin');
  }

  get wayIn(): WayIn {
    return wayInTo(this.url);
  }

  ask(path: string, asking?: Parameters<WayIn['ask']>[2]): Promise<HttpAnswer> {
    return this.wayIn.ask(this.address, path, asking);
  }

  /** A separate client, disposed of with the server. */
  newClient(): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(this.url);
    this.#clients.push(client);
    return client;
  }

  get client(): EventStoreDBClient {
    return this.#clients[0] ?? this.newClient();
  }

  /** @param through returns the address by which the server reaches its database, when not directly */
  async start(through?: (databaseUrl: string) => Promise<string>): Promise<void> {
    const { databaseUrl, drop } = await freshDatabase();
    this.#drop = drop;
    this.#databaseUrl = through ? await through(databaseUrl) : databaseUrl;
    await this.startAgain();
  }

  /** Starts another server on the same database: after a kill, or as a second one. */
  launch(): Promise<StartedPart> {
    return startEventStore(this.wanted, this.#databaseUrl);
  }

  async startAgain(): Promise<void> {
    await this.#disposeClients();
    this.#part = await this.launch();
  }

  /** For tests that end the server: restarts it on the existing log, without the previous test's clients. */
  async ensureRunning(): Promise<void> {
    if (this.#part === undefined) await this.start();
    else if (await this.answers()) await this.#disposeClients();
    else await this.startAgain();
  }

  /** Whether anything listens on its port. */
  answers(): Promise<boolean> {
    return this.ask('/health/live').then(
      ({ status }) => status === 204,
      () => false,
    );
  }

  async stop(): Promise<void> {
    await this.#disposeClients();
    await this.#part?.stop();
    await this.#drop?.();
  }

  async #disposeClients(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.dispose()));
  }
}

export const ownServerForThisFile = (wanted?: WantedStore): ServerUnderTest => {
  const server = new ServerUnderTest(wanted);
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  return server;
};
