import type { TradingAccountStatus } from '@groundswell/contracts';

interface AccountWords {
  readonly title: string;
  readonly text: string;
  /** Label of the link to the account. */
  readonly action: string;
  /** Shown in place of a link to a transfer. */
  readonly transfers: string;
}

const ended: Readonly<Partial<Record<TradingAccountStatus, AccountWords>>> = {
  declined: {
    title: 'The broker didn’t open a trading account.',
    text: 'No money has moved, and you can’t link a bank.',
    action: 'See why',
    transfers: 'No transfers without an account',
  },
  closed: {
    title: 'Your trading account is closed.',
    text: 'You can’t move money in or out of it, or link a bank.',
    action: 'See your account',
    transfers: 'No transfers from a closed account',
  },
};

/** For an account that was open and will be again. */
const paused: Readonly<Partial<Record<TradingAccountStatus, AccountWords>>> = {
  under_review: {
    title: 'The broker is reviewing your account.',
    text: 'It stays open, and your money hasn’t moved. You can make transfers again once the review is over.',
    action: 'See your account',
    transfers: 'No transfers during the review',
  },
  restricted: {
    title: 'The broker needs something from you.',
    text: 'Your account stays open, and your money hasn’t moved. You can make transfers again once this is resolved.',
    action: 'See what is needed',
    transfers: 'No transfers until this is resolved',
  },
};

/** Whether a bank can be linked, now or once the account is open. */
export const canLinkBank = (status: TradingAccountStatus | undefined): boolean => !status || !ended[status];

/** Why money cannot move, and what to do about it; undefined when it can. */
export const accountWords = (status: TradingAccountStatus | undefined): AccountWords | undefined => {
  if (status === 'active') return undefined;
  return (
    (status && (ended[status] ?? paused[status])) ?? {
      title: 'Your trading account isn’t open yet.',
      text: 'You can move money once it’s open and your bank is linked.',
      action: status ? 'See status' : 'Open your account',
      transfers: 'No transfers until your account is open',
    }
  );
};

/** The same in the fewest words, instead of a link to a transfer; undefined where one can be made. */
export const whyNoTransfers = (status: TradingAccountStatus | undefined): string | undefined =>
  accountWords(status)?.transfers;
