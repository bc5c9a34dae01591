import { decideAccount } from './account/decider.js';
import { decideBankLink } from './bank-link/decider.js';
import type { TradingAccountCommand } from './commands.js';
import { decideHold } from './hold/hold.js';
import { decideAdjustment } from './ledger/adjustment.js';
import { decideReconciliation } from './ledger/decider.js';
import type { Outcome } from './outcome.js';
import type { TradingAccount } from './state.js';
import { decideTransfer } from './transfer/decider.js';
import { type TransferLimits, usualLimits } from './transfer/limits.js';

/** Decides on a command. A repeated command produces no events. */
export const decide = (
  command: TradingAccountCommand,
  account: TradingAccount,
  limits: TransferLimits = usualLimits,
): Outcome => {
  switch (command.type) {
    case 'RequestTradingAccount':
    case 'StartApplicationSubmission':
    case 'RecordApplicationAccepted':
    case 'RecordApplicationRefused':
    case 'ReportAccountStatus':
    case 'ReportAccountFindings':
      return decideAccount(command, account);
    case 'RequestBankLink':
    case 'RemoveBankLink':
    case 'StartBankLinkSubmission':
    case 'RecordBankLinkAccepted':
    case 'RecordBankLinkRefused':
    case 'ReportBankLinkStatus':
    case 'RecordBankLinkRemoved':
    case 'DecideBankOwner':
      return decideBankLink(command, account);
    case 'HoldWithdrawals':
      return decideHold(command, account);
    case 'ReportCash':
      return decideReconciliation(command, account);
    case 'AdjustCash':
      return decideAdjustment(command, account);
    default:
      return decideTransfer(command, account, limits);
  }
};
