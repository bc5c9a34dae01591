import type { Refusal, TradingAccountEvent } from '@groundswell/contracts';
import type { TradingAccountCommand } from './commands.js';

/** What a decision comes to. No events: what was asked for is so already. */
export type Outcome = readonly TradingAccountEvent[] | Refusal;

/** The command of one type. */
export type Of<Type extends TradingAccountCommand['type']> = Extract<TradingAccountCommand, { type: Type }>;
