import type { TradingAccount } from '@groundswell/money';
import type { Step } from './step.js';

/**
 * Why a step may not be given up for good; undefined when it may. While a transfer may be at the broker, it has to be
 * found out; and a link that is to go stays at the broker when nobody removes it there.
 */
export const obstacleToDrop = ({ kind, entityId }: Step, account: TradingAccount): string | undefined => {
  if (kind === 'remove-bank-link') {
    return 'A link that is to be removed cannot be dropped: it would stay at the broker. Retry it.';
  }
  if (kind === 'submit-transfer' && account.transfers.get(entityId)?.submitting) {
    return 'The broker may have this transfer. Retry it: a worker looks for it before it asks again.';
  }
  return undefined;
};
