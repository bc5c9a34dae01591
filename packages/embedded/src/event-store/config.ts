import { databaseUrlVariable, processVariables, wholeNumberVariable } from '@groundswell/platform';
import { z } from 'zod';

const day = 24 * 60 * 60;

/** What the event-store server is told by the launcher, or by the test stack. */
export const configSchema = z.object({
  ...processVariables,
  /** A database of its own. */
  DATABASE_URL: databaseUrlVariable,
  /** Seconds from one scavenge to the next; 0 never scavenges but on request. */
  SCAVENGE_SECONDS: wholeNumberVariable(0, 20 * day, day),
});
