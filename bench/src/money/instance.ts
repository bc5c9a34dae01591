import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openCoreServices } from '@groundswell/command-service';
import { createLog } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import { masterKeysVariable } from '@groundswell/platform/vault';
import { sandboxAdmin } from '@groundswell/testing/sandbox-admin';
import { credentials } from './instance-broker.js';
import { clocksOf } from './instance-clocks.js';
import { type Infrastructure, startInfrastructure } from './instance-infrastructure.js';
import { type InstanceOptions, replicaOf, type Skew, type Strike } from './instance-parts.js';
import { peopleOf } from './instance-people.js';
import { startServices } from './instance-services.js';
import type { Part, StartPart } from './part.js';
import { openParts } from './parts.js';
import { say } from './redis.js';

/** The whole instance as processes of its own, on data of its own. */
export interface MoneyInstance {
  readonly directory: string;
  /** How long anything may take here, in milliseconds. */
  readonly patience: number;
  readonly eventStore: EventStore;
  /** The services' database, and the one of the log. */
  readonly databases: readonly [services: string, log: string];
  readonly redisPort: number;
  readonly eventStoreUrl: string;
  /** Of all that there are. */
  readonly commandUrls: readonly string[];
  readonly queryUrls: readonly string[];
  readonly brokerUrl: string;
  /** Registers a new person and signs them in. Tokens last ten minutes, the session longer. */
  register(
    email: string,
    role?: 'user' | 'staff',
  ): Promise<{ readonly id: string; readonly newToken: () => string }>;
  /** They can sign in with it from now on. */
  setPassword(id: string, password: string): Promise<void>;
  /** For an operator who looks at parked jobs. */
  staffToken(): string;
  /** Strikes a part; resolves when it is back. @param down milliseconds that it is down, or frozen */
  strike(what: Strike, replica: 0 | 1, down: number): Promise<void>;
  /** Stops all workers permanently. */
  haltWorkers(): Promise<void>;
  /** Sets clocks wrong. */
  skew(skew: Skew): void;
  /** Sets the broker's clock to a number of milliseconds before the next close of the market. */
  approachClose(milliseconds: number): Promise<void>;
  admin(method: string, path: string, body?: object): Promise<unknown>;
  /** Carries out a command line of operators. @returns its exit code */
  operate(words: readonly string[]): Promise<number>;
  /** The process of each part, by its name. */
  pids(): ReadonlyMap<string, number>;
  /** By part, how often it ended without being killed. */
  endedByThemselves(): Record<string, number>;
  stop(): Promise<void>;
}

/** On a busy machine. */
const usualPatience = 180_000;

/** Milliseconds from the moment that workers are frozen until PostgreSQL goes. */
const untilRobbed = 150;

const striker =
  (
    parts: ReadonlyMap<string, Part>,
    { redisPort, way }: Pick<Infrastructure, 'redisPort' | 'way'>,
  ): MoneyInstance['strike'] =>
  async (what, replica, down) => {
    const frozen = /^(.*)-frozen$/.exec(what)?.[1] as 'workers' | undefined;
    if (frozen) return parts.get(replicaOf(frozen, replica))?.freeze(down);
    switch (what) {
      case 'redis-flushed':
        // One that is being killed just then is empty anyway.
        return say(redisPort, 'FLUSHALL').catch(() => undefined);
      case 'redis-killed':
        return parts.get('redis')?.kill(down);
      case 'postgresql-half-open':
        way.silence();
        return parts.get('postgresql')?.kill(down);
      case 'postgresql':
      case 'event-store':
        return parts.get(what)?.kill(down);
      case 'workers-zombie': {
        const waking = parts.get(replicaOf('workers', replica))?.freeze(down);
        const robbed = new Promise((resolve) => setTimeout(resolve, untilRobbed)).then(() =>
          parts.get('postgresql')?.kill(0),
        );
        await Promise.all([waking, robbed]);
        return;
      }
      default:
        return parts.get(replicaOf(what as 'workers', replica))?.kill(down);
    }
  };

const desk = fileURLToPath(new URL('../../dist/money/desk/main.js', import.meta.url));

/** Operators come when they are first called. */
const operatorsOf = (
  start: StartPart,
  { eventStoreUrl }: { eventStoreUrl: string },
): MoneyInstance['operate'] => {
  let coming: Promise<Part> | undefined;
  return async (words) => {
    coming ??= start('operators', { entry: desk, environment: () => ({ EVENTSTORE_URL: eventStoreUrl }) });
    return (await coming).carryOut(words);
  };
};

export const startMoneyInstance = async ({
  workers,
  replicas,
  patience = usualPatience,
}: InstanceOptions): Promise<MoneyInstance> => {
  const { directory, parts, start, stop } = openParts('money');
  try {
    const infrastructure = await startInfrastructure(directory, start, replicas > 1);
    const { services, eventStoreUrl, brokerUrl, redisPort } = infrastructure;
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const vaultKey = randomBytes(32).toString('base64');
    const urls = await startServices(start, {
      ...{ directory, infrastructure, jwk, vaultKey, workers, replicas, credentials },
    });
    const core = await openCoreServices(
      {
        DATABASE_URL: services,
        EVENTSTORE_URL: eventStoreUrl,
        VAULT_MASTER_KEY: masterKeysVariable.parse(vaultKey),
      },
      createLog({ service: 'money test', level: 'silent' }),
    );
    return {
      directory,
      patience,
      eventStore: core.eventStore,
      databases: [services, infrastructure.log],
      redisPort,
      eventStoreUrl,
      ...urls,
      brokerUrl,
      ...(await peopleOf(core, jwk)),
      strike: striker(parts, infrastructure),
      haltWorkers: async () => {
        for (const [name, part] of parts) if (name.startsWith('workers-')) await part.stop();
      },
      ...clocksOf(parts, brokerUrl),
      admin: sandboxAdmin(brokerUrl),
      operate: operatorsOf(start, { eventStoreUrl }),
      pids: () => new Map([...parts].map(([name, { pid }]) => [name, pid])),
      endedByThemselves: () =>
        Object.fromEntries(
          [...parts].flatMap(([name, { endedByItself }]) =>
            endedByItself > 0 ? [[name, endedByItself]] : [],
          ),
        ),
      async stop() {
        await core.close();
        await stop();
        await infrastructure.way.close();
      },
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
