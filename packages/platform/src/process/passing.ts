import { isOutage } from '../database/connection-loss.js';
import { AppendOutcomeUnknown, EventStoreTimeout, EventStoreUnavailable } from '../event-store/errors.js';

/** Whether a part is away for now: what met it is not at fault, and may be tried again. */
export const isPassing = (fault: unknown): boolean =>
  fault instanceof EventStoreUnavailable ||
  fault instanceof EventStoreTimeout ||
  fault instanceof AppendOutcomeUnknown ||
  isOutage(fault);
