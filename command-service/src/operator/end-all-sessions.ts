import { counted } from '@groundswell/platform/operator';
import type { CoreServices } from '../core-services.js';
import type { Cause } from '../people/account/cause.js';
import type { Said } from './said.js';

interface SaidOfSessions extends Said {
  /** Number of people whose sessions, or sign-ins waiting for a code, were ended. */
  readonly people: number;
}

/**
 * Signs everyone out, everywhere. For each person the log is written first: no one is signed out without a
 * record of why, and a repeat continues with the rest.
 */
export const endAllSessions = async (core: CoreServices, cause: Cause): Promise<SaidOfSessions> => {
  const { accounts, sessions } = core;
  const people = await sessions.peopleSignedIn();
  for (const personId of people) {
    // If refused, the person has no account any more and must not keep a session either.
    await accounts.change(personId, { type: 'EndSessions' }, cause);
    await sessions.endAllOf(personId, 'ended by an operator');
  }
  const message =
    people.length > 0
      ? `${counted(people.length, 'person', 'people')} signed out everywhere`
      : 'no one was signed in';
  return { people: people.length, changed: people.length > 0, message };
};
