import type { Refusal, TradingAccountEvent } from '@groundswell/contracts';
import type { TradingAccountCommand } from './commands.js';

/** The result of a decision. No events: the state is already as requested. */
export type Outcome = readonly TradingAccountEvent[] | Refusal;

/** The command of one type. */
export type Of<Type extends TradingAccountCommand['type']> = Extract<TradingAccountCommand, { type: Type }>;
