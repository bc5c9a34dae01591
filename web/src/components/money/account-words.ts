import type { TradingAccountStatus } from '@groundswell/contracts';

interface AccountWords {
  readonly title: string;
  readonly text: string;
  /** On the way to the account. */
  readonly action: string;
}

const ended: Readonly<Partial<Record<TradingAccountStatus, AccountWords>>> = {
  declined: {
    title: 'The broker did not open a trading account.',
    text: 'No money has moved, and no bank can be linked.',
    action: 'See why',
  },
  closed: {
    title: 'Your trading account is closed.',
    text: 'No money can be moved in or out of it, and no bank can be linked.',
    action: 'See your account',
  },
};

/** Of an account that was open, and comes back. */
const paused: Readonly<Partial<Record<TradingAccountStatus, AccountWords>>> = {
  under_review: {
    title: 'The broker is reviewing your account.',
    text: 'It stays open, and this has moved no money. Transfers can be made again once the review is over.',
    action: 'See your account',
  },
  restricted: {
    title: 'The broker needs something from you.',
    text: 'Your account stays open, and this has moved no money. Transfers can be made again once it is cleared up.',
    action: 'See what is needed',
  },
};

/** Whether a bank can be linked to it, now or once it is open. */
export const canLinkBank = (status: TradingAccountStatus | undefined): boolean => !status || !ended[status];

/** Why no money can move, and what to do about it; undefined where it can. */
export const accountWords = (status: TradingAccountStatus | undefined): AccountWords | undefined => {
  if (status === 'active') return undefined;
  return (
    (status && (ended[status] ?? paused[status])) ?? {
      title: 'Your trading account is not open yet.',
      text: 'Money can move once it is, and your bank is linked.',
      action: status ? 'See how far it is' : 'Open your account',
    }
  );
};
