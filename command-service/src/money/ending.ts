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
  const isOpen = application?.stage === 'requested' || application?.stage === 'submitting';
  const code = 'DroppedByOperator';
  return [
    ...(application && isOpen
      ? [{ type: 'RecordApplicationRefused', applicationId: application.id, code } as const]
      : []),
    ...[...bankLinks.keys()].map((bankLinkId) => ({ type: 'RemoveBankLink', bankLinkId }) as const),
  ];
};

/**
 * How a trading account ends with its person: an application that waits is called off, and bank links end at the broker.
 * Decided as a whole, so that nothing comes in between. Refused while there is money, which could not be sent to anybody
 * any more, or while the broker is asked about a link, which would stay there.
 */
export const decideEnding = (account: TradingAccount): Outcome => {
  if (hasMoney(account)) return refuse('MoneyUnderWay');
  const outcomes = endings(account).map((command) => decide(command, account));
  return outcomes.find(isRefusal) ?? outcomes.flatMap((outcome) => (isRefusal(outcome) ? [] : outcome));
};
