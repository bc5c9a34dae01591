import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolveAccount } from './account/evolve.js';
import { evolveBankLink } from './bank-link/evolve.js';
import { evolveHold } from './hold/hold.js';
import { evolveAdjustment } from './ledger/adjustment.js';
import { evolveReconciliation } from './ledger/decider.js';
import type { TradingAccount } from './state.js';
import { evolveTransfer } from './transfer/evolve.js';

export const evolve = (account: TradingAccount, event: TradingAccountEvent): TradingAccount => {
  switch (event.type) {
    case 'TradingAccountRequested':
    case 'ApplicationSubmissionStarted':
    case 'ApplicationAccepted.v2':
    case 'ApplicationRefused':
    case 'AccountStatusReported':
      return evolveAccount(account, event);
    case 'BankLinkRequested':
    case 'BankLinkSubmissionStarted':
    case 'BankLinkAccepted':
    case 'BankLinkRefused':
    case 'BankLinkStatusReported':
    case 'BankLinkRemovalRequested':
    case 'BankLinkRemoved':
    case 'BankOwnerQuestioned':
    case 'BankOwnerDecisionProposed.v2':
    case 'BankOwnerDecisionConfirmed':
      return evolveBankLink(account, event);
    case 'WithdrawalsHeld':
      return evolveHold(account, event);
    case 'CashDifferenceFound':
    case 'CashDifferenceResolved':
      return evolveReconciliation(account, event);
    case 'CashAdjustmentProposed.v2':
    case 'CashAdjusted':
      return evolveAdjustment(account, event);
    default:
      return evolveTransfer(account, event);
  }
};
