import { supportAddress, type TradingAccountEvent } from '@groundswell/contracts';
import type { AccountTurn } from './account-turn.js';
import type { Letter } from './letter.js';

export interface Circumstances {
  readonly turn: AccountTurn;
  /** When it happened, in ISO 8601. */
  readonly occurredAt: string;
  readonly publicUrl: string;
}

/** Undefined when there is nothing to say: the event changed nothing that a person would want to know. */
export type MoneyWriter = (circumstances: Circumstances) => Letter | undefined;

export const action = (label: string, path: string, publicUrl: string) => ({
  label,
  url: new URL(path, publicUrl).href,
});

/** What someone does first who finds nothing of theirs to undo. */
export const writeToUs = `write to ${supportAddress}`;

export const ifThatWasNotYou = (first: string, publicUrl: string) => ({
  text: `If this wasn’t you, ${first} and set a new password now.`,
  url: new URL('/password_reset_request/', publicUrl).href,
});

type EventOf<Type extends TradingAccountEvent['type']> = Extract<TradingAccountEvent, { type: Type }>;

/** @throws Error when the event has another type: an email is stored under the kind that its event determines */
export const eventOf = <Type extends TradingAccountEvent['type']>(
  { event }: AccountTurn,
  ...types: readonly Type[]
): EventOf<Type> => {
  if (!types.some((type) => type === event.type))
    throw new Error(`There is no such mail about ${event.type}.`);
  return event as EventOf<Type>;
};
