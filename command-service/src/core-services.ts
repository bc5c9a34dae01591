import { randomUUID } from 'node:crypto';
import { type Log, timeLimits } from '@groundswell/platform';
import { type Database, migrate, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type IdentityChanges, openIdentityChanges } from '@groundswell/platform/identity';
import { type Links, openLinks } from '@groundswell/platform/links';
import { expectedLog } from '@groundswell/platform/read-store';
import { openVault, type Vault } from '@groundswell/platform/vault';
import type { Config } from './config.js';
import { type Accounts, createAccounts } from './people/account/accounts.js';
import { createPasswords, type PasswordCost, type Passwords } from './people/account/passwords.js';
import { createIdentityProofs, type IdentityProofs } from './people/credentials/identity-proofs.js';
import { peopleMigrations } from './people/migrations.js';
import { createSecondFactor, type SecondFactor } from './people/second-factor/second-factor.js';
import { createSessions, type Sessions } from './people/sessions/sessions.js';

/** Connections and stores used by both the service and the operator commands. */
export interface CoreServices {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
  /** Informs every process of ended sessions and changed accounts. */
  readonly identityChanges: IdentityChanges;
  readonly identityProofs: IdentityProofs;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly links: Links;
  readonly now: () => Date;
  readonly newId: () => string;
  close(): Promise<void>;
}

type CoreConfig = Pick<Config, 'DATABASE_URL' | 'EVENTSTORE_URL' | 'VAULT_MASTER_KEY'>;

const systemClock = (): Date => new Date();

/** Opens the stores for people and accounts, and migrates their tables. */
export const openCoreServices = async (
  config: CoreConfig,
  log: Log,
  {
    now = systemClock,
    newId = randomUUID,
    passwordCost,
    connections,
  }: {
    now?: (() => Date) | undefined;
    newId?: () => string;
    passwordCost?: PasswordCost | undefined;
    /** Maximum connections to PostgreSQL; defaults to ten. */
    connections?: number;
  } = {},
): Promise<CoreServices> => {
  const database = openDatabase({
    url: config.DATABASE_URL,
    name: 'command-service',
    ...(connections === undefined ? {} : { connections }),
    patience: timeLimits.statement,
    pipelined: true,
  });
  const eventStore = connectEventStore({
    url: config.EVENTSTORE_URL,
    logger: log,
    expected: expectedLog(database),
  });
  const close = async (): Promise<void> => {
    await eventStore.dispose();
    await database.close();
  };
  try {
    const [passwords, identityChanges, vault, links] = await Promise.all([
      createPasswords(passwordCost),
      openIdentityChanges(database),
      openVault({ database, masterKeys: config.VAULT_MASTER_KEY, now }),
      openLinks(database, now),
      migrate(database, 'people', peopleMigrations),
    ]);
    const sessions = createSessions({
      database,
      changes: identityChanges,
      vault,
      now,
      newId,
    });
    const accounts = createAccounts({
      database,
      eventStore,
      vault,
      links,
      passwords,
      sessions,
      changes: identityChanges,
      now,
      newId,
      log,
    });
    const identityProofs = createIdentityProofs(database, now);
    const secondFactor = createSecondFactor({ database, vault, accounts, identityProofs, now, log });
    const people = { accounts, sessions, secondFactor, identityChanges, identityProofs };
    return { database, eventStore, ...people, passwords, vault, links, now, newId, close };
  } catch (fault) {
    await close();
    throw fault;
  }
};
