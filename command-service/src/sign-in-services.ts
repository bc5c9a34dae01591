import type { Log } from '@groundswell/platform';
import { createTokenSigner, type IdentityWatch, watchIdentity } from '@groundswell/platform/identity';
import type { Config } from './config.js';
import type { CoreServices } from './core-services.js';
import type { ProvePassword } from './people/account/accounts.js';
import { type RememberedPeople, rememberPeople } from './people/account/remembered-people.js';
import { type BegunSignIns, createBegunSignIns } from './people/sign-in/begun-sign-ins.js';
import { createKnownNetworks, type KnownNetworks } from './people/sign-in/known-networks.js';
import { createSignInNotices, type SignInNotices } from './people/sign-in/notices.js';
import { createPasswordProof } from './people/sign-in/password-proof.js';
import { createSignIn, type SignIn } from './people/sign-in/sign-in.js';
import { createSignInAttempts, type SignInAttempts } from './people/sign-in/sign-in-attempts.js';
import { createWrongPasswords, type WrongPasswords } from './people/sign-in/wrong-passwords.js';
import { createAttempts } from './shared/attempts.js';
import type { OpenAttempts } from './shared/shared-attempts.js';

/** Signing in, and what is remembered of it. */
export interface SignInServices {
  readonly signIn: SignIn;
  readonly notices: SignInNotices;
  readonly people: RememberedPeople;
  readonly begunSignIns: BegunSignIns;
  readonly knownNetworks: KnownNetworks;
  readonly wrongPasswords: WrongPasswords;
  readonly attempts: SignInAttempts;
  readonly provePassword: ProvePassword;
  readonly watch: IdentityWatch;
}

export const openSignInServices = async (
  config: Config,
  core: CoreServices,
  openAttempts: OpenAttempts,
  log: Log,
): Promise<SignInServices> => {
  const { database, vault, accounts, sessions, secondFactor, passwords, now, newId } = core;
  const begunSignIns = createBegunSignIns(database, now);
  const knownNetworks = createKnownNetworks(database, vault, now);
  const wrongPasswords = createWrongPasswords(database, vault, now);
  const attempts = createSignInAttempts({
    openAttempts,
    accounts,
    knownNetworks,
    wrongPasswords,
    limits: {
      perNetwork: config.SIGN_IN_ATTEMPTS_PER_ADDRESS,
      perEmail: config.SIGN_IN_ATTEMPTS_PER_EMAIL,
    },
    now,
  });
  const watch = watchIdentity({ database, open: async () => core.identityChanges, log });
  const people = rememberPeople({ accounts, watch });
  const notices = createSignInNotices({ database, accounts, newId });
  const signIn = createSignIn({
    accounts,
    people,
    watch,
    sessions,
    begun: begunSignIns,
    secondFactor,
    signToken: createTokenSigner(config.TOKEN_PRIVATE_KEY),
    attempts,
    passwords,
    notices,
    refreshesPerUser: createAttempts(config.REFRESHES_PER_USER),
    now,
    newId,
    log,
  });
  const provePassword = createPasswordProof(accounts, attempts, notices);
  return {
    signIn,
    notices,
    people,
    begunSignIns,
    knownNetworks,
    wrongPasswords,
    attempts,
    provePassword,
    watch,
  };
};
