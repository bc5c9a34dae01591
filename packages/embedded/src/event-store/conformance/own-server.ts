import { fileURLToPath } from 'node:url';
import { EventStoreDBClient } from '@eventstore/db-client';
import { freshDatabase, type StartedPart, startPart } from '@groundswell/testing';
import { afterAll, beforeAll } from 'vitest';

const entry = fileURLToPath(new URL('../../../dist/event-store/main.js', import.meta.url));

/** A server in a process of its own on a fresh database, and the real client. */
export class ServerUnderTest {
  readonly #clients: EventStoreDBClient[] = [];
  #part: StartedPart | undefined;
  #databaseUrl = '';
  #drop: (() => Promise<void>) | undefined;

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

  /** Host and port, as gRPC wants them. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** A client of its own; it is disposed of with the server. */
  newClient(): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(`esdb://${this.address}?tls=false`);
    this.#clients.push(client);
    return client;
  }

  get client(): EventStoreDBClient {
    return this.#clients[0] ?? this.newClient();
  }

  /** @param through gives the address by which the server reaches its database, when not directly */
  async start(through?: (databaseUrl: string) => Promise<string>): Promise<void> {
    const { databaseUrl, drop } = await freshDatabase();
    this.#drop = drop;
    this.#databaseUrl = through ? await through(databaseUrl) : databaseUrl;
    await this.startAgain();
  }

  /** A further process on the same database: after a kill, or as a second one. */
  launch(): Promise<StartedPart> {
    return startPart(entry, { DATABASE_URL: this.#databaseUrl });
  }

  async startAgain(): Promise<void> {
    await this.#disposeClients();
    this.#part = await this.launch();
  }

  /** For tests that end it: it runs on the log that is there, without the clients of the test before. */
  async ensureRunning(): Promise<void> {
    if (this.#part === undefined) await this.start();
    else if (await this.answers()) await this.#disposeClients();
    else await this.startAgain();
  }

  /** Whether anybody listens at its port. */
  answers(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/health/live`).then(
      ({ ok }) => ok,
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

/** One server of our own for all tests of a file. */
export const ownServerForThisFile = (): ServerUnderTest => {
  const server = new ServerUnderTest();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  return server;
};
