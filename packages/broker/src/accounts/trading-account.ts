import { z } from 'zod';
import { moneyText } from '../money.js';

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

export const tradingAccountSchema = z
  .object({
    id: z.string().min(1),
    status: z.string().min(1),
    currency: z.string(),
    cash: moneyText,
    cash_withdrawable: moneyText.nullish(),
    cash_transferable: moneyText.nullish(),
    buying_power: moneyText,
    pending_transfer_out: moneyText.nullish(),
    account_blocked: flag,
    trading_blocked: flag,
    transfers_blocked: flag,
  })
  .transform((account) => ({
    id: account.id,
    status: account.status,
    currency: account.currency,
    /** All cash; below zero when a deposit came back that was spent already. */
    cash: account.cash,
    /** What may be sent to a bank. */
    cashWithdrawable: account.cash_withdrawable ?? undefined,
    /** What may be moved to another account at the broker. */
    cashTransferable: account.cash_transferable ?? undefined,
    buyingPower: account.buying_power,
    pendingTransferOut: account.pending_transfer_out ?? undefined,
    accountBlocked: account.account_blocked,
    tradingBlocked: account.trading_blocked,
    transfersBlocked: account.transfers_blocked,
  }));

/** Cash and blocks of an account. Amounts are decimal text of the currency, with at least two decimals. */
export type TradingAccount = z.output<typeof tradingAccountSchema>;
