import { isRefusal, refuse } from '@groundswell/contracts';
import {
  decide,
  isUnderWay,
  type Outcome,
  type TradingAccount,
  type TradingAccountCommand,
} from '@groundswell/money';

const hasMoney = ({ cash, transfers }: TradingAccount): boolean =>
  cash !== 0n || [...transfers.values()].some(isUnderWay);

const endings = ({ application, bankLinks }: TradingAccount): TradingAccountCommand[] => {
  const code = 'DroppedByOperator';
  return [
    ...(application?.stage === 'requested'
      ? [{ type: 'RecordApplicationRefused', applicationId: application.id, code } as const]
      : []),
    ...[...bankLinks.keys()].map((bankLinkId) => ({ type: 'RemoveBankLink', bankLinkId }) as const),
  ];
};

/** Between the fence and a known outcome nobody can say whether the broker has an account. */
const askedNow = () =>
  refuse(
    'TradingAccountNotReady',
    'The broker is being asked about this application right now. Try again in a moment, or drop its job if it is parked.',
  );

/**
 * How a trading account ends with its person: an application that waits is called off, and bank links end at the broker.
 * Decided as a whole, so that nothing comes in between. Refused while there is money, which could not be sent to anybody
 * any more, or while the broker is asked about the application or a link, which may be there by then, and would stay.
 */
export const decideEnding = (account: TradingAccount): Outcome => {
  if (hasMoney(account)) return refuse('MoneyUnderWay');
  if (account.application?.stage === 'submitting') return askedNow();
  const outcomes = endings(account).map((command) => decide(command, account));
  return outcomes.find(isRefusal) ?? outcomes.flatMap((outcome) => (isRefusal(outcome) ? [] : outcome));
};
