import { randomUUID } from 'node:crypto';
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

  /** A client of its own; it is disposed of with the server. */
  newClient(options = 'tls=false'): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${this.port}?${options}`);
    this.#clients.push(client);
    return client;
  }

  get client(): EventStoreDBClient {
    return this.#clients[0] ?? this.newClient();
  }

  async start(): Promise<void> {
    const database = await freshDatabase();
    this.#drop = database.drop;
    this.#databaseUrl = database.databaseUrl;
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

  async stop(): Promise<void> {
    await this.#disposeClients();
    await this.#part?.stop();
    await this.#drop?.();
  }

  async #disposeClients(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.dispose()));
  }
}

/** One server for all tests of a file. */
export const serverForThisFile = (): ServerUnderTest => {
  const server = new ServerUnderTest();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  return server;
};

/** A stream name that no other test uses. */
export const newStream = (): string => `test-${randomUUID()}`;
