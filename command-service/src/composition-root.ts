import { AssetDirectory, brokerAt } from '@groundswell/broker';
import { usualLimits } from '@groundswell/domain/money';
import type { Log } from '@groundswell/platform';
import { migrate } from '@groundswell/platform/database';
import { type ConceptNames, createConceptNames } from './concept/names.js';
import type { Config } from './config.js';
import { type CoreServices, openCoreServices } from './core-services.js';
import type { MoneyServices } from './money/services.js';
import type { PasswordCost } from './people/account/passwords.js';
import type { Proving } from './people/credentials/proving-endpoints.js';
import type { SecondFactorServices } from './people/second-factor/endpoints.js';
import { createFreshProof } from './people/second-factor/fresh-proof.js';
import { createPublicServices, type PublicServices } from './public-services.js';
import { type CommandKeys, createCommandKeys } from './shared/command-keys.js';
import { commandServiceMigrations } from './shared/migrations.js';
import type { CommandOptions } from './shared/request.js';
import { followStreams, type SeenStreams } from './shared/seen-streams.js';
import { type OpenAttempts, openSharedAttempts } from './shared/shared-attempts.js';
import { openSignInServices, type SignInServices } from './sign-in-services.js';

/** Everything the controllers receive. */
export interface Services extends CoreServices, PublicServices, SignInServices {
  readonly secondFactorServices: SecondFactorServices;
  readonly proving: Proving;
  readonly conceptNames: ConceptNames;
  readonly assets: AssetDirectory;
  readonly seenStreams: SeenStreams;
  readonly commandKeys: CommandKeys;
  readonly commandOptions: CommandOptions;
  readonly money: MoneyServices;
}

/** Per person and minute. */
const usualMoneyRequests = 10;
const usualDrafts = 60;

const systemClock = (): Date => new Date();

/** What tests replace when they start the service. */
export interface Stubs {
  readonly now?: (() => Date) | undefined;
  readonly passwordCost?: PasswordCost | undefined;
}

/** Per minute: enough for typing errors, too few to guess a six-digit code. */
const firstCodes = 5;

const moneyServicesOf = (
  config: Config,
  { accounts, sessions, vault, identityProofs, now }: CoreServices,
  openAttempts: OpenAttempts,
): MoneyServices => ({
  vault,
  needsProof: createFreshProof(accounts, sessions, now),
  identityProofs,
  newBankHoldDays: config.NEW_BANK_HOLD_DAYS,
  limits: { ...usualLimits, transfersPerDay: config.TRANSFERS_PER_DAY },
  // If the daily transfer limit is higher, all of those transfers may be requested within one minute.
  requestsPerUser: openAttempts('requests of money', Math.max(usualMoneyRequests, config.TRANSFERS_PER_DAY)),
  draftsPerUser: openAttempts('drafts', usualDrafts),
  now,
});

export const composeServices = async (
  config: Config,
  log: Log,
  { now = systemClock, passwordCost }: Stubs = {},
): Promise<Services> => {
  const connections = config.DATABASE_CONNECTIONS;
  const core = await openCoreServices(config, log, { now, passwordCost, connections });
  const { database, eventStore, vault, accounts, secondFactor, identityProofs } = core;
  await migrate(database, 'command_service', commandServiceMigrations);
  const openAttempts = openSharedAttempts({ database, vault, log });
  const signInServices = await openSignInServices(config, core, openAttempts, log);
  const { watch, provePassword } = signInServices;
  const publicServices = createPublicServices(config, {
    ...core,
    ...signInServices,
    openAttempts,
    log,
  });
  const seenStreams = followStreams({ eventStore, categories: ['concept', 'tradingAccount'], log });
  return {
    ...core,
    ...signInServices,
    ...publicServices,
    seenStreams,
    proving: {
      identityProofs,
      accounts,
      secondFactor,
      googleSignIn: publicServices.signInMethods.googleSignIn,
      provePassword,
      perAddress: publicServices.signInMethods.limits.perAddress,
      now,
    },
    secondFactorServices: {
      secondFactor,
      provePassword,
      firstCodesPerAccount: openAttempts('first codes of an account', firstCodes),
      now,
    },
    close: async () => {
      await publicServices.inbox.close();
      // In parallel: an unanswered query ends when its connection is cut.
      await Promise.all([watch.stop(), seenStreams.close(), core.close()]);
    },
    assets: new AssetDirectory({ broker: brokerAt(config), now }),
    conceptNames: createConceptNames(database, eventStore),
    commandKeys: createCommandKeys(database, core.newId),
    money: moneyServicesOf(config, core, openAttempts),
    commandOptions: {
      now,
      timeTravel: config.DEMO_TIME_TRAVEL,
      digest: (text) => vault.digest('request', text),
    },
  };
};
