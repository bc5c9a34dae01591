import { BrokerError } from '@groundswell/broker';
import { isTransferRefused, transferRefusalOf } from '../steps/refusals.js';

/** Of an attempt, what passed since just before its fence, in milliseconds, by two clocks that fail in different ways. */
export interface Elapsed {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * For how long the call of an attempt may still be sent, from its fence on; none once either clock says that it is over. A
 * process may have slept in between, and others rely on it that nothing is sent later.
 */
export const timeLeft = ({ wall, monotonic }: Elapsed, timeout: number): number =>
  Math.max(0, timeout - Math.max(wall, monotonic));

/** What the worker that made an attempt knows of it. */
export type AttemptEnd =
  | { readonly is: 'unknown' }
  | { readonly is: 'not made'; readonly evidence: 'not sent' | 'not taken' }
  | { readonly is: 'refused'; readonly code: string };

/** Statuses by which the broker says that it took nothing: not who we are, not what we may ask for, too many calls. */
const notTaken: ReadonlySet<number> = new Set([401, 403, 429]);

/** What a call that failed says of its attempt. Whatever is not surely a no leaves it open. */
export const endOf = (fault: unknown): AttemptEnd => {
  if (!(fault instanceof BrokerError) || fault.outcome === 'unknown') return { is: 'unknown' };
  if (isTransferRefused(fault)) return { is: 'refused', code: transferRefusalOf(fault) };
  if (fault.status === undefined) return { is: 'not made', evidence: 'not sent' };
  return notTaken.has(fault.status) ? { is: 'not made', evidence: 'not taken' } : { is: 'unknown' };
};

/**
 * What is done about an attempt of unknown outcome. A row that nothing else explains is the answer; that there is none
 * proves nothing, however long it is so: then a person decides.
 * @param waited milliseconds since this process first saw the attempt, by a clock that no one sets
 */
export const verdictOf = (
  isFound: boolean,
  { waited, longest }: { readonly waited: number; readonly longest: number },
): 'adopt' | 'look again' | 'park' => {
  if (isFound) return 'adopt';
  return waited < longest ? 'look again' : 'park';
};
