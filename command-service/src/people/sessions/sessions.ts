import { type BeginningParts, createSessionBeginning, type SessionBeginning } from './beginning.js';
import { createSessionEnding, type EndingParts, type SessionEnding } from './ending.js';
import { createSessionRotation, type RotationParts, type SessionRotation } from './rotation.js';
import { createSessionState, type SessionState } from './state.js';
import { rememberTokenOwners } from './token-owners.js';

/**
 * Where people are signed in. Each session is a family of refresh tokens, stored as hashes, of which one is valid.
 */
export interface Sessions extends SessionBeginning, SessionRotation, SessionState, SessionEnding {}

export const createSessions = (
  given: Omit<BeginningParts & RotationParts & EndingParts, 'owners'>,
): Sessions => {
  const services = { ...given, owners: rememberTokenOwners() };
  const ending = createSessionEnding(services);
  return {
    ...createSessionBeginning(services, ending),
    ...createSessionRotation(services, ending),
    ...createSessionState(services),
    ...ending,
  };
};
