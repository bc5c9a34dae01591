import { AssetDirectory, brokerAt } from '@groundswell/broker';
import { usualLimits } from '@groundswell/money';
import type { Log } from '@groundswell/platform';
import { migrate } from '@groundswell/platform/database';
import { createTokenSigner } from '@groundswell/platform/identity';
import { type ConceptNames, createConceptNames } from './concept/names.js';
import type { Config } from './config.js';
import { type Ground, openGround } from './ground.js';
import type { MoneyParts } from './money/parts.js';
import { type Doors, openDoors } from './open-doors.js';
import { createAttempts } from './people/attempts.js';
import { type BegunSignIns, createBegunSignIns } from './people/begun-sign-ins.js';
import { createFreshProof } from './people/fresh-proof.js';
import type { SecondFactorDoor } from './people/second-factor-endpoints.js';
import { createSignIn, type SignIn } from './people/sign-in.js';
import { type CommandKeys, createCommandKeys } from './shared/command-keys.js';
import { commandServiceMigrations } from './shared/migrations.js';
import type { DoorOptions } from './shared/request.js';

/** Everything that the controllers are handed. */
export interface Parts extends Ground, Doors {
  readonly signIn: SignIn;
  readonly begunSignIns: BegunSignIns;
  readonly secondFactorDoor: SecondFactorDoor;
  readonly conceptNames: ConceptNames;
  readonly assets: AssetDirectory;
  readonly commandKeys: CommandKeys;
  readonly doorOptions: DoorOptions;
  readonly money: MoneyParts;
}

/** Each minute, of one person. */
const usualMoneyRequests = 10;
const usualDrafts = 60;

const systemClock = (): Date => new Date();

/** @param now the clock, for tests */
export const openParts = async (config: Config, log: Log, now: () => Date = systemClock): Promise<Parts> => {
  const ground = await openGround(config, log, { sessionSecret: config.TOKEN_PRIVATE_KEY.d, now });
  const { database, eventStore, accounts, sessions, secondFactor } = ground;
  await migrate(database, 'command_service', commandServiceMigrations);
  const begunSignIns = createBegunSignIns(database, now);
  const signIn = createSignIn({
    accounts,
    sessions,
    begun: begunSignIns,
    secondFactor,
    signToken: await createTokenSigner(config.TOKEN_PRIVATE_KEY),
    attemptsPerEmail: createAttempts(config.SIGN_IN_ATTEMPTS_PER_EMAIL),
    attemptsPerAddress: createAttempts(config.SIGN_IN_ATTEMPTS_PER_ADDRESS),
    now,
    log,
  });
  const passwordsPerAccount = createAttempts(config.SIGN_IN_ATTEMPTS_PER_EMAIL);
  const doors = await openDoors(config, { ...ground, signIn, passwordsPerAccount, now, log });
  return {
    ...ground,
    ...doors,
    signIn,
    begunSignIns,
    secondFactorDoor: { secondFactor, passwordsPerAccount, now },
    close: async () => {
      await doors.inbox.close();
      await ground.close();
    },
    assets: new AssetDirectory({ broker: brokerAt(config), now }),
    conceptNames: createConceptNames(database, eventStore),
    commandKeys: createCommandKeys(database),
    money: {
      vault: ground.vault,
      needsProof: createFreshProof(accounts, sessions, now),
      limits: { ...usualLimits, transfersPerDay: config.TRANSFERS_PER_DAY },
      // Where more transfers a day are allowed than this a minute, they may come in one minute.
      requestsPerUser: createAttempts(Math.max(usualMoneyRequests, config.TRANSFERS_PER_DAY)),
      draftsPerUser: createAttempts(usualDrafts),
      now,
    },
    doorOptions: {
      now,
      timeTravel: config.DEMO_TIME_TRAVEL,
      digest: (text) => ground.vault.digest('request', text),
    },
  };
};
