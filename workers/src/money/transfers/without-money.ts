import { isWithoutMoney as endsWithoutMoney, statusOfTransfer } from '@groundswell/domain/money';

/**
 * Whether a transfer at the broker moved no money and never will, or had it moved back. @param word the broker's
 * status
 */
export const isWithoutMoney = (word: string): boolean => {
  const status = statusOfTransfer(word);
  return status !== undefined && endsWithoutMoney(status);
};
