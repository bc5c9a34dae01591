/**
 * `refused`: the broker understood and refused; repeating changes nothing. `limited`: too many calls.
 * `unavailable`: an error on its side, or no connection. `timeout`: no answer in time. `malformed`: an answer
 * of another shape.
 */
export type BrokerErrorKind = 'refused' | 'limited' | 'unavailable' | 'timeout' | 'malformed';

/**
 * `known`: the broker has not done what was asked, and never will. `unknown`: it may have, or may be doing
 * it. For money, search before asking again.
 */
export type BrokerOutcome = 'known' | 'unknown';

export interface BrokerErrorFacts {
  readonly kind: BrokerErrorKind;
  /** Default: known for `refused` and `limited`, unknown for the rest. */
  readonly outcome?: BrokerOutcome | undefined;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number | undefined;
  /** Alpaca's own code (status and sub-code, such as 40410000), if the body had one. */
  readonly code?: number | undefined;
  /** What support asks for: the `X-Request-ID` of the answer. */
  readonly requestId?: string | undefined;
  /** The broker's own, where it sent some. */
  readonly words?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Thrown by every call of this package. The message is ours, and safe to log; the broker's text may name
 * people and accounts: it goes to the vault, or nowhere.
 */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  readonly kind: BrokerErrorKind;
  readonly outcome: BrokerOutcome;
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly requestId: string | undefined;
  readonly words: string | undefined;

  constructor(message: string, { kind, outcome, status, code, requestId, words, cause }: BrokerErrorFacts) {
    super(message, { cause });
    this.kind = kind;
    this.outcome = outcome ?? (kind === 'refused' || kind === 'limited' ? 'known' : 'unknown');
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.words = words;
  }

  /** Whether the same call may succeed later, when asking twice does no harm. */
  get passing(): boolean {
    return this.kind === 'limited' || this.kind === 'unavailable' || this.kind === 'timeout';
  }
}
