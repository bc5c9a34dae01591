import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Google } from './google.js';
import { createGoogleLinking, type GoogleLinking, type LinkingParts } from './linking.js';
import { createGoogleSigningIn, type GoogleSigningIn, type SigningInParts } from './signing-in.js';
import { createGoogleSubjects } from './subjects.js';

export interface GoogleSignIn extends GoogleSigningIn, GoogleLinking {
  /** Undefined when Google has just issued the token, for the Google account that signs them in. */
  prove(userId: string, accessToken: string): Promise<Refusal | undefined>;
}

export interface GoogleSignInParts extends SigningInParts, LinkingParts {
  /** Undefined when signing in with Google is not configured. */
  readonly google: Google | undefined;
  readonly accounts: SigningInParts['accounts'] & LinkingParts['accounts'];
}

/** Seconds: a Google token is valid for an hour, and a freshly issued one has nearly all of it left. */
const [lifeOfToken, ageOfNew] = [3_600, 120];

const notConfigured: Google = { identify: async () => refuse('GoogleSignInOff') };

export const createGoogleSignIn = (services: GoogleSignInParts): GoogleSignIn => {
  const { google = notConfigured, accounts, vault } = services;
  const subjects = createGoogleSubjects(vault);
  return {
    ...createGoogleSigningIn(services, google, subjects),
    ...createGoogleLinking(services, google, subjects),
    async prove(userId, accessToken) {
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const isNew = identity.secondsLeft >= lifeOfToken - ageOfNew;
      const linked = (await accounts.find(userId))?.googleLinked === true;
      return isNew && linked && (await subjects.of(userId)) === identity.subject
        ? undefined
        : refuse('GoogleSignInRefused');
    },
  };
};
