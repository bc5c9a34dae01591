import { AssetDirectory, brokerAt } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import { type Database, migrate, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { createTokenSigner } from '@groundswell/platform/identity';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { type ConceptNames, createConceptNames } from './concept/names.js';
import type { Config } from './config.js';
import { type Accounts, createAccounts } from './people/accounts.js';
import { createAttempts } from './people/attempts.js';
import { peopleMigrations } from './people/migrations.js';
import { createPasswords } from './people/passwords.js';
import { createSessions, type Sessions } from './people/sessions.js';
import { createSignIn, type SignIn } from './people/sign-in.js';
import { type CommandKeys, createCommandKeys } from './shared/command-keys.js';
import { commandServiceMigrations } from './shared/migrations.js';
import type { DoorOptions } from './shared/request.js';

/** What both the service and the operator commands stand on. */
export interface Ground {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly vault: Vault;
  close(): Promise<void>;
}

/** Everything that the controllers are handed. */
export interface Parts extends Ground {
  readonly signIn: SignIn;
  readonly conceptNames: ConceptNames;
  readonly assets: AssetDirectory;
  readonly commandKeys: CommandKeys;
  readonly doorOptions: DoorOptions;
}

type GroundConfig = Pick<Config, 'DATABASE_URL' | 'EVENTSTORE_URL' | 'VAULT_MASTER_KEY'>;

const systemClock = (): Date => new Date();

/** Opens what people and their accounts live in, and brings its tables up to date. */
export const openGround = async (
  config: GroundConfig,
  log: Log,
  { sessionSecret, now = systemClock }: { sessionSecret: string; now?: (() => Date) | undefined },
): Promise<Ground> => {
  const database = openDatabase({ url: config.DATABASE_URL, name: 'command-service' });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  const close = async (): Promise<void> => {
    await eventStore.dispose();
    await database.close();
  };
  try {
    const [passwords, vault] = await Promise.all([
      createPasswords(),
      openVault({ database, masterKeys: config.VAULT_MASTER_KEY, now }),
      migrate(database, 'people', peopleMigrations),
    ]);
    const sessions = createSessions(database, sessionSecret, now);
    const accounts = createAccounts({ database, eventStore, vault, passwords, sessions, now });
    return { database, eventStore, accounts, sessions, vault, close };
  } catch (fault) {
    await close();
    throw fault;
  }
};

/** @param now the clock, for tests */
export const openParts = async (config: Config, log: Log, now: () => Date = systemClock): Promise<Parts> => {
  const ground = await openGround(config, log, { sessionSecret: config.TOKEN_PRIVATE_KEY.d, now });
  const { database, eventStore, accounts, sessions } = ground;
  await migrate(database, 'command_service', commandServiceMigrations);
  return {
    ...ground,
    signIn: createSignIn({
      accounts,
      sessions,
      signToken: await createTokenSigner(config.TOKEN_PRIVATE_KEY),
      attemptsPerEmail: createAttempts(config.SIGN_IN_ATTEMPTS_PER_EMAIL),
      attemptsPerAddress: createAttempts(config.SIGN_IN_ATTEMPTS_PER_ADDRESS),
      now,
      log,
    }),
    assets: new AssetDirectory({ broker: brokerAt(config), now }),
    conceptNames: createConceptNames(database, eventStore),
    commandKeys: createCommandKeys(database),
    doorOptions: { now, timeTravel: config.DEMO_TIME_TRAVEL },
  };
};
