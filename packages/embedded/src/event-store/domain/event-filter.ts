import type { StoredEvent } from './event.js';

export interface FilterWish {
  readonly on: 'stream' | 'type';
  /** Evaluated as JavaScript instead of .NET: use only what both support. */
  readonly regex: string;
  readonly prefixes: readonly string[];
}

export type EventFilter = (event: Pick<StoredEvent, 'stream' | 'type'>) => boolean;

/**
 * The filter of a subscription to the whole log. A regular expression takes precedence over prefixes; no prefix
 * matches nothing.
 * @throws SyntaxError when the expression is invalid
 */
export const eventFilter = ({ on, regex, prefixes }: FilterWish): EventFilter => {
  if (regex !== '') {
    const expression = new RegExp(regex);
    return (event) => expression.test(event[on]);
  }
  return (event) => prefixes.some((prefix) => event[on].startsWith(prefix));
};
