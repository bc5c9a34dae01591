import { afterAll, describe } from 'vitest';
import { openInstance } from '../open-instance.js';
import { startGoogle, stopGoogle } from './google.js';
import {
  checksIdentityAtGoogle,
  completesStreetAddress,
  linksAndUnlinksGoogle,
  signsInWithGoogle,
} from './google-sign-in.js';
import { countsDemand, showsOperations } from './staff-area.js';
import { verifiesCheckpoints, verifiesTrends } from './verify.js';

// One after the other on one instance, since starting one takes seven seconds of processor: the first parts need it unused, and
// the last ones alter its log.
openInstance(startGoogle);
afterAll(stopGoogle);

describe('waitlist demand', countsDemand);
describe('operations', showsOperations);
describe('signing in with Google', signsInWithGoogle);
describe('a linked Google account', linksAndUnlinksGoogle);
describe('a check of identity at Google', checksIdentityAtGoogle);
describe('a street address, where a maps key is set', completesStreetAddress);
describe('a visitor who verifies a trend', verifiesTrends);
describe('a checkpoint', verifiesCheckpoints);
