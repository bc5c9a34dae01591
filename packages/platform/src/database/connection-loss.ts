import { codeOf } from '../faults.js';
import { isSocketLoss } from '../network/socket-loss.js';

/** SQLSTATE classes 08 (connection) and 57P (shutdown), and transactions that the database ended because they took too long. */
const lossStates = /^(08|57P|25P03|25P04)/;
/**
 * Messages of the client that have no code; `timeout exceeded when trying to connect` means that the pool is
 * used up.
 */
const lossMessages =
  /connection (was )?(terminated|ended|error)|timeout expired|timeout exceeded when trying to connect|not queryable|Connection terminated|Query read timeout/i;

/** Whether a failure is in reaching the database, not in the statement. */
export const isConnectionLoss = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return isSocketLoss(error) || (code ? lossStates.test(code) : lossMessages.test(error.message));
};

/** Whether PostgreSQL lacks what every statement needs: SQLSTATE class 53, no space, no memory or no connection left. */
export const isExhausted = (error: unknown): boolean => /^53/.test(codeOf(error) ?? '');

/** What it lacks, in words: its own message may not say so. */
export const lackOf = (error: unknown): string =>
  ({ '53100': 'space left on its disk', '53200': 'memory left', '53300': 'connection left' })[
    String(Reflect.get(Object(error), 'code'))
  ] ?? 'resources left';

/** Whether PostgreSQL cannot serve for now, so that the statement is not at fault and may succeed later. */
export const isOutage = (error: unknown): boolean => isConnectionLoss(error) || isExhausted(error);
