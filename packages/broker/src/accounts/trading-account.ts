import { z } from 'zod';
import { moneyText } from '../money.js';

/** `cash` is all of it, as decimal text with at least two decimals: below zero when a deposit came back that was spent already. */
export const tradingAccountSchema = z.object({ id: z.string().min(1), cash: moneyText });
export type TradingAccount = z.output<typeof tradingAccountSchema>;
