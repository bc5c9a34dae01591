import { BrokerError } from '@groundswell/broker';
import { isTransferRefused, transferRefusalOf } from '../steps/refusals.js';

/** Milliseconds since just before an attempt's fence, by two clocks that fail in different ways. */
export interface Elapsed {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * How long the call of an attempt may still be sent, counted from its fence; 0 once either clock shows that the
 * time is over. The process may have been suspended in between, and others rely on nothing being sent later.
 */
export const timeLeft = ({ wall, monotonic }: Elapsed, timeout: number): number =>
  Math.max(0, timeout - Math.max(wall, monotonic));

/** A transfer that has waited for longer than this is looked for at the broker before it is sent. */
const usualWait = 60_000;

/**
 * Whether the log and the tables may both be older copies, which have lost that this was sent. A request seems to be from the
 * future where a clock is wrong: then it may be of any age.
 */
export const mayHaveBeenSent = (requestedAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - requestedAt.getTime()) > usualWait;

/** What the worker that made an attempt knows about it. */
export type AttemptEnd =
  | { readonly is: 'unknown' }
  | { readonly is: 'not made'; readonly evidence: 'not sent' | 'not taken' }
  | { readonly is: 'refused'; readonly code: string };

/** Statuses by which the broker says it accepted nothing: unauthorized, forbidden, too many calls. */
const notTaken: ReadonlySet<number> = new Set([401, 403, 429]);

/** What a failed call says about its attempt. Anything but a definite no leaves the outcome unknown. */
export const endOf = (fault: unknown): AttemptEnd => {
  if (!(fault instanceof BrokerError) || fault.outcome === 'unknown') return { is: 'unknown' };
  if (isTransferRefused(fault)) return { is: 'refused', code: transferRefusalOf(fault) };
  if (fault.status === undefined) return { is: 'not made', evidence: 'not sent' };
  return notTaken.has(fault.status) ? { is: 'not made', evidence: 'not taken' } : { is: 'unknown' };
};

/**
 * What to do about an attempt with unknown outcome. A row that nothing else explains is the answer. Its absence
 * proves nothing, however long it lasts, so a person decides in the end.
 * @param waited milliseconds since this process first saw the attempt, by a clock that is never set
 */
export const verdictOf = (
  isFound: boolean,
  { waited, longest }: { readonly waited: number; readonly longest: number },
): 'adopt' | 'look again' | 'park' => {
  if (isFound) return 'adopt';
  return waited < longest ? 'look again' : 'park';
};
