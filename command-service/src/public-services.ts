import { streamOf } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import { createSealer } from '@groundswell/platform/vault';
import type { Config } from './config.js';
import type { CoreServices } from './core-services.js';
import { createHoldWithdrawals } from './money/hold-withdrawals.js';
import type { ProvePassword } from './people/account/accounts.js';
import { createEmailChange } from './people/credentials/email-change.js';
import type { SignInMethods } from './people/credentials/endpoints.js';
import { createGoogle } from './people/credentials/google/google.js';
import { createGoogleSignIn } from './people/credentials/google/google-sign-in.js';
import { createPasswordReset, resetKind } from './people/credentials/password-reset.js';
import type { KnownNetworks } from './people/sign-in/known-networks.js';
import type { SignInNotices } from './people/sign-in/notices.js';
import type { SignIn } from './people/sign-in/sign-in.js';
import type { SignInAttempts } from './people/sign-in/sign-in-attempts.js';
import { createInbox, type Inbox } from './shared/inbox.js';
import type { OpenAttempts } from './shared/shared-attempts.js';
import type { Uploads } from './uploads/endpoints.js';
import { storageOf } from './uploads/variables.js';
import { joinHandler, joinKind, type WaitlistServices } from './waitlist/services.js';
import { createWaitlist, type Waitlist } from './waitlist/waitlist.js';

/** Services for people who are not signed in yet, and images. */
export interface PublicServices {
  readonly inbox: Inbox;
  readonly waitlistServices: WaitlistServices;
  readonly signInMethods: SignInMethods;
  readonly uploads: Uploads;
}

export interface PublicServicesOptions extends Omit<CoreServices, 'close'> {
  readonly provePassword: ProvePassword;
  readonly attempts: SignInAttempts;
  readonly openAttempts: OpenAttempts;
  readonly knownNetworks: KnownNetworks;
  readonly signIn: SignIn;
  readonly notices: SignInNotices;
  readonly now: () => Date;
  readonly log: Log;
}

const googleOf = (config: Config, log: Log) =>
  config.GOOGLE_CLIENT_ID === undefined
    ? undefined
    : createGoogle({
        clientId: config.GOOGLE_CLIENT_ID,
        tokenInfoUrl: config.GOOGLE_TOKENINFO_URL,
        userInfoUrl: config.GOOGLE_USERINFO_URL,
        log,
      });

const openWaitlist = ({ database, eventStore, vault, links, accounts, now }: PublicServicesOptions) =>
  createWaitlist({
    database,
    eventStore,
    vault,
    links,
    now,
    personOf: accounts.personOf,
    hasAccount: async (personId) => (await accounts.find(personId)) !== undefined,
  });

/** What the credential endpoints get, without what they share with others. */
const credentialsOf = (config: Config, services: PublicServicesOptions, waitlist: Waitlist) => {
  const { accounts, signIn, identityProofs, provePassword, links, vault, now, log } = services;
  const holdWithdrawals = createHoldWithdrawals({ ...services, days: config.NEW_BANK_HOLD_DAYS });
  return {
    passwordReset: createPasswordReset({ ...services, holdWithdrawals }),
    emailChange: createEmailChange({ ...services, holdWithdrawals, leaveWaitlist: waitlist.giveUpAddress }),
    googleSignIn: createGoogleSignIn({ ...services, google: googleOf(config, log) }),
    google: config.GOOGLE_CLIENT_ID
      ? { clientId: config.GOOGLE_CLIENT_ID, scriptUrl: config.GOOGLE_SCRIPT_URL }
      : undefined,
    maps: config.MAPS_KEY ? { key: config.MAPS_KEY, scriptUrl: config.MAPS_SCRIPT_URL } : undefined,
    digest: (text: string) => vault.digest('request', text),
    ...{ identityProofs, signIn, accounts, provePassword, links, now },
  };
};

export const createPublicServices = (config: Config, services: PublicServicesOptions): PublicServices => {
  const { database, eventStore, openAttempts, now, log } = services;
  const limits = {
    perAddress: openAttempts('requests of a network', config.REQUESTS_PER_ADDRESS),
    perEmail: openAttempts('requests about an address', config.REQUESTS_PER_EMAIL),
  };
  const waitlist = openWaitlist(services);
  const credentials = credentialsOf(config, services, waitlist);
  const inbox = createInbox({
    database,
    sealer: createSealer(config.VAULT_MASTER_KEY, 'inbox'),
    handlers: { [joinKind]: joinHandler(waitlist), [resetKind]: credentials.passwordReset.onRequest },
    // Strangers may join with as many addresses as they like; someone with an account may need their way back in now.
    urgentKinds: [resetKind],
    log,
  });
  return {
    inbox,
    waitlistServices: {
      waitlist,
      links: services.links,
      inbox,
      limits,
      now,
      conceptExists: async (conceptId) =>
        (await eventStore.readStream(streamOf('concept', conceptId))).revision !== 'no_stream',
    },
    signInMethods: { ...credentials, inbox, limits },
    uploads: {
      storage: storageOf(config),
      bucket: config.S3_BUCKET,
      limits: { perUser: openAttempts('uploads', config.UPLOADS_PER_USER) },
      now,
      log,
    },
  };
};
