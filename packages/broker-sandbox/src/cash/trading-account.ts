import type { Account } from '../accounts/account.js';
import type { Session } from '../market/calendar.js';
import { newYorkText } from '../market/new-york-text.js';
import type { Cash } from './cash.js';
import { textOfCents } from './cents.js';

/** The trading account as Alpaca writes it: cash alone, since nothing is traded here, and no margin. */
export const bodyOfTradingAccount = (account: Account, cash: Cash, last: Session | undefined) => {
  const total = textOfCents(cash.total);
  const atLastClose = textOfCents(cash.atLastClose);
  const power = textOfCents(Math.max(0, cash.total - cash.pendingOut));
  const lastPower = textOfCents(Math.max(0, cash.atLastClose));
  return {
    id: account.id,
    account_number: account.number,
    status: account.status,
    crypto_status: 'INACTIVE',
    currency: 'USD',
    created_at: new Date(account.openedAt).toISOString(),
    clearing_broker: 'VELOX',
    cash: total,
    cash_withdrawable: textOfCents(cash.withdrawable),
    cash_transferable: textOfCents(cash.transferable),
    pending_transfer_out: textOfCents(cash.pendingOut),
    buying_power: power,
    effective_buying_power: power,
    regt_buying_power: power,
    non_marginable_buying_power: power,
    options_buying_power: power,
    equity: total,
    portfolio_value: total,
    long_market_value: '0',
    short_market_value: '0',
    position_market_value: '0',
    initial_margin: '0',
    maintenance_margin: '0',
    sma: '0',
    multiplier: '1',
    accrued_fees: '0',
    pending_reg_taf_fees: '0',
    intraday_adjustments: textOfCents(cash.total - cash.atLastClose),
    memoposts: '0',
    last_equity: atLastClose,
    last_cash: atLastClose,
    last_buying_power: lastPower,
    last_regt_buying_power: lastPower,
    last_options_buying_power: lastPower,
    last_long_market_value: '0',
    last_short_market_value: '0',
    last_initial_margin: '0',
    last_maintenance_margin: '0',
    balance_asof: last?.date ?? '',
    previous_close: newYorkText(last?.closesAt ?? 0),
    shorting_enabled: false,
    account_blocked: account.status === 'ACCOUNT_CLOSED',
    trading_blocked: account.tradingBlocked,
    transfers_blocked: account.transfersBlocked,
    trade_suspended_by_user: false,
    admin_configurations: {
      ...(account.incomingBlocked && { incoming_transfers_blocked: true }),
      ...(account.outgoingBlocked && { outgoing_transfers_blocked: true }),
    },
    user_configurations: null,
  };
};
