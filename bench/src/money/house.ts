import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openGround } from '@groundswell/command-service';
import { createLog } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import { createTokenSigner, privateTokenKeyVariable } from '@groundswell/platform/identity';
import { masterKeysVariable } from '@groundswell/platform/vault';
import pg from 'pg';
import { Part, type PartOptions } from './part.js';
import { redisPassword, say } from './redis.js';

/** What the harness strikes. */
export const strikes = [
  'command-service',
  'workers',
  'projections',
  'event-store',
  'redis-killed',
  'redis-flushed',
] as const;
export type Strike = (typeof strikes)[number];

/** The whole house as processes of its own, on data of its own. */
export interface MoneyHouse {
  readonly directory: string;
  readonly eventStore: EventStore;
  /** The services' database, and the one of the log. */
  readonly databases: readonly [services: string, log: string];
  readonly redisPort: number;
  readonly eventStoreUrl: string;
  readonly commandUrl: string;
  readonly queryUrl: string;
  readonly brokerUrl: string;
  /** Somebody new, signed in. Tokens last ten minutes, the session longer. */
  register(email: string): Promise<{ readonly id: string; readonly newToken: () => Promise<string> }>;
  /** For an operator who looks at parked jobs. */
  staffToken(): Promise<string>;
  /** Kills a part, or empties it; resolves when it is there again. @param down milliseconds that it is away */
  strike(what: Strike, down: number): Promise<void>;
  /** Stops a part for good. */
  halt(part: 'workers'): Promise<void>;
  admin(method: string, path: string, body?: object): Promise<unknown>;
  /** By part, how often it ended though nobody killed it. */
  endedByThemselves(): Record<string, number>;
  stop(): Promise<void>;
}

const built = (path: string): string => fileURLToPath(new URL(`../../../${path}/dist/`, import.meta.url));
const entryOf = (room: string): string => join(built(room), 'main.js');
const embedded = (part: string): string => join(built('packages/embedded'), part, 'main.js');

const createDatabase = async (serverUrl: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * What workers are told so that a run takes seconds.
 * @param doubt milliseconds after a call was given up in which the broker may still carry it out
 */
export const hurriedWorkers = (doubt: number): Readonly<Record<string, string>> => ({
  BROKER_TIMEOUT: '500',
  BROKER_DOUBT_TIME: String(doubt),
  RETRY_FIRST: '50',
  RETRY_MOST: '400',
  PARK_AFTER: '4000',
  RECONCILE_EVERY: '300',
  RECONCILE_ALL_EVERY: '10000',
  SWEEP_EVERY: '200',
});

const openAdmin =
  (brokerUrl: string): MoneyHouse['admin'] =>
  async (method, path, body) => {
    const answer = await fetch(`${brokerUrl}/admin${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  };

/** @param workerVariables what the workers are told beside their surroundings */
export const startMoneyHouse = async (
  workerVariables: Readonly<Record<string, string>> = {},
): Promise<MoneyHouse> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-money-'));
  // PostgreSQL runs on an account of its own.
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, 'logs'));
  const parts = new Map<string, Part>();
  const start = async (name: string, options: Omit<PartOptions, 'name' | 'logFile'>): Promise<Part> => {
    const part = new Part({ name, logFile: join(directory, 'logs', name), ...options });
    parts.set(name, part);
    await part.start();
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const part of parts.values()) part.dismiss();
    for (const part of [...parts.values()].reverse()) await part.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const common = (port: number) => ({ PORT: String(port), LOG_LEVEL: 'info' });
    const [postgresql, redis, sandbox] = await Promise.all([
      start('postgresql', {
        entry: embedded('infrastructure'),
        environment: () => ({ DATA_DIR: directory, PARTS: 'postgresql', POSTGRESQL_PASSWORD: randomUUID() }),
      }),
      start('redis', {
        entry: embedded('infrastructure'),
        environment: (port) => ({
          DATA_DIR: directory,
          PARTS: 'redis',
          THROWAWAY: 'true',
          REDIS_PORT: String(port),
          REDIS_PASSWORD: redisPassword,
        }),
        // The server is a process of its own beside the one that watches it.
        onKill: () =>
          process.kill(JSON.parse(readFileSync(join(directory, 'redis/server.json'), 'utf8')).pid, 'SIGKILL'),
      }),
      start('broker-sandbox', {
        entry: entryOf('packages/broker-sandbox'),
        environment: (port) => ({
          ...common(port),
          DATA_DIR: join(directory, 'broker-sandbox'),
          SANDBOX_CALLS_PER_MINUTE: '1000000',
          SANDBOX_TRANSFERS_PER_DAY: '1000000',
        }),
      }),
    ]);
    const server = postgresql.announced.databaseUrl ?? '';
    const log = await createDatabase(server, 'event_store');
    const services = await createDatabase(server, 'groundswell');
    const ownStore = async (): Promise<string> => {
      const environment = (port: number) => ({ ...common(port), DATABASE_URL: log });
      const { port } = await start('event-store', { entry: embedded('event-store'), environment });
      return `esdb://127.0.0.1:${port}?tls=false`;
    };
    // A store that is given is struck by whoever gives it.
    const eventStoreUrl = process.env.EVENTSTORE_URL ?? (await ownStore());
    const brokerUrl = `http://127.0.0.1:${sandbox.port}`;
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const { d: _private, ...publicJwk } = jwk;
    const keyText = (key: object) => Buffer.from(JSON.stringify(key)).toString('base64url');
    const shared = (port: number) => ({
      ...common(port),
      EVENTSTORE_URL: eventStoreUrl,
      DATABASE_URL: services,
      ALPACA_BROKER_URL: brokerUrl,
      ALPACA_DATA_URL: brokerUrl,
      ALPACA_KEY_ID: 'money',
      ALPACA_SECRET_KEY: 'money',
    });
    const vaultKey = randomBytes(32).toString('base64');
    const redisUrl = `redis://:${redisPassword}@127.0.0.1:${redis.port}`;
    const commandService = await start('command-service', {
      entry: entryOf('command-service'),
      environment: (port) => ({
        ...shared(port),
        TOKEN_PRIVATE_KEY: keyText(jwk),
        VAULT_MASTER_KEY: vaultKey,
        PUBLIC_URL: 'http://localhost:8000',
        UPLOADS_DIR: join(directory, 'uploads'),
        TRANSFERS_PER_DAY: '1000000',
      }),
    });
    const [queryService] = await Promise.all([
      start('query-service', {
        entry: entryOf('query-service'),
        environment: (port) => ({
          ...shared(port),
          TOKEN_PUBLIC_KEY: keyText(publicJwk),
          REDIS_URL: redisUrl,
        }),
      }),
      start('projections', { entry: entryOf('projections'), environment: shared }),
      start('workers', {
        entry: entryOf('workers'),
        environment: (port) => ({
          ...shared(port),
          ...workerVariables,
          REDIS_URL: redisUrl,
          VAULT_MASTER_KEY: vaultKey,
          PUBLIC_URL: 'http://localhost:8000',
          MAILBOX_DIR: join(directory, 'mailbox'),
        }),
      }),
    ]);
    const ground = await openGround(
      {
        DATABASE_URL: services,
        EVENTSTORE_URL: eventStoreUrl,
        VAULT_MASTER_KEY: masterKeysVariable.parse(vaultKey),
      },
      createLog({ service: 'money test', level: 'silent' }),
      // Sessions are only begun here, never rotated: that takes the service's own secret.
      { sessionSecret: '' },
    );
    const sign = await createTokenSigner(privateTokenKeyVariable.parse(keyText(jwk)));
    const tokenOf = (id: string, role: 'user' | 'staff', sessionId: string) =>
      sign({ id, role, sessionId, tokenId: randomUUID(), issuedAt: new Date() });
    return {
      directory,
      eventStore: ground.eventStore,
      databases: [services, log],
      redisPort: redis.port,
      eventStoreUrl,
      commandUrl: `http://127.0.0.1:${commandService.port}`,
      queryUrl: `http://127.0.0.1:${queryService?.port}`,
      brokerUrl,
      async register(email) {
        const cause = { actor: { id: 'money-test', role: 'operator' }, correlationId: randomUUID() } as const;
        const id = await ground.accounts.register(email, 'operator', cause);
        const session = await ground.sessions.startWhile(async () => true, id, 'A browser', false);
        if (!session) throw new Error('no session began');
        const { sessionId } = session;
        return { id, newToken: () => tokenOf(id, 'user', sessionId) };
      },
      staffToken: () => tokenOf('money-test', 'staff', randomUUID()),
      async strike(what, down) {
        // One that is being killed just then is empty anyway.
        if (what === 'redis-flushed') return say(redis.port, 'FLUSHALL').catch(() => undefined);
        await parts.get(what === 'redis-killed' ? 'redis' : what)?.kill(down);
      },
      halt: async (part) => parts.get(part)?.stop(),
      admin: openAdmin(brokerUrl),
      endedByThemselves: () =>
        Object.fromEntries(
          [...parts].flatMap(([name, { endedByItself }]) =>
            endedByItself > 0 ? [[name, endedByItself]] : [],
          ),
        ),
      async stop() {
        await ground.close();
        await stop();
      },
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
