import { setFlagsFromString } from 'node:v8';
import type { StoredEvent } from './event.js';

export interface FilterWish {
  readonly on: 'stream' | 'type';
  /** Evaluated as JavaScript instead of .NET: use only what both support, without lookaround and back references. */
  readonly regex: string;
  readonly prefixes: readonly string[];
}

export type EventFilter = (event: Pick<StoredEvent, 'stream' | 'type'>) => boolean;

/** Characters of an expression, and the number of prefixes: each event is compared with all of it. */
const longestExpression = 1_000;
const mostPrefixes = 1_000;

/**
 * An expression that takes time in proportion to the text. One that backtracks could stop the server for all.
 * @throws SyntaxError when it is invalid, or cannot be run like that
 */
const linear = (regex: string): RegExp => {
  setFlagsFromString('--enable-experimental-regexp-engine');
  return new RegExp(regex, 'l');
};

/**
 * The filter of a subscription to the whole log. A regular expression takes precedence over prefixes; no prefix
 * matches nothing.
 * @throws SyntaxError when the expression is invalid, or has lookaround or back references; RangeError when it or the list of
 * prefixes is too long
 */
export const eventFilter = ({ on, regex, prefixes }: FilterWish): EventFilter => {
  if (regex.length > longestExpression || prefixes.length > mostPrefixes)
    throw new RangeError(
      `A filter has at most ${longestExpression} characters, or ${mostPrefixes} prefixes.`,
    );
  if (regex !== '') {
    const expression = linear(regex);
    return (event) => expression.test(event[on]);
  }
  return (event) => prefixes.some((prefix) => event[on].startsWith(prefix));
};
