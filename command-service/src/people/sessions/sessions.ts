import { type BeginningParts, createSessionBeginning, type SessionBeginning } from './beginning.js';
import { createSessionEnding, type EndingParts, type SessionEnding } from './ending.js';
import { createSessionRotation, type RotationParts, type SessionRotation } from './rotation.js';
import { createSessionState, type SessionState } from './state.js';

/** Where people are signed in: each session is a family of refresh tokens, stored as hashes, of which one is good. */
export interface Sessions extends SessionBeginning, SessionRotation, SessionState, SessionEnding {}

export const createSessions = (services: BeginningParts & RotationParts & EndingParts): Sessions => {
  const ending = createSessionEnding(services);
  return {
    ...createSessionBeginning(services),
    ...createSessionRotation(services, ending),
    ...createSessionState(services),
    ...ending,
  };
};
