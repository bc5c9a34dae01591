import {
  type CashCause,
  cashCauses,
  centsOf,
  isRefusal,
  moneyOf,
  moneySchema,
  streamOf,
  type TradingAccountEvent,
} from '@groundswell/contracts';
import { decide, type TradingAccount } from '@groundswell/domain/money';
import { dispatch } from '@groundswell/platform/event-store';
import { exitCodes, type Handler, NotDone, textOf, WrongUsage } from '@groundswell/platform/operator';
import { accountOf, folding, isWrittenBy, proposed, reasonedContext } from './two-operators.js';
import { withLog } from './with-log.js';

const isCause = (text: string | undefined): text is CashCause => cashCauses.some((cause) => cause === text);

/**
 * Proposes an adjustment for a cash difference, or confirms it as the second operator, which books it in the
 * ledger.
 */
export const adjustCash: Handler = (invocation) => {
  const { person = '' } = invocation.arguments;
  const [amount, cause] = [textOf(invocation, 'amount'), textOf(invocation, 'cause')];
  if (amount === undefined || !moneySchema.safeParse(amount).success)
    throw new WrongUsage('cash adjust needs --amount=-10.00: the change in dollars and cents');
  if (!isCause(cause)) throw new WrongUsage(`cash adjust needs --cause=, one of ${cashCauses.join(', ')}`);
  const context = reasonedContext(invocation);
  const by = context.actor.id;
  return withLog(async (eventStore) => {
    const done = await dispatch<TradingAccount, TradingAccountEvent>(eventStore, {
      stream: streamOf('tradingAccount', person),
      folding,
      decide: (account) => decide({ type: 'AdjustCash', cents: centsOf(amount), cause, by }, account),
      context: { ...context, correlationId: context.commandId },
    });
    if (isRefusal(done)) throw new NotDone(done.message);
    const isDecided = await isWrittenBy(eventStore, person, 'CashAdjusted', context.commandId);
    const cash = moneyOf((await accountOf(eventStore, person)).cash);
    invocation.terminal.result(
      { person, amount, cause, by, cash, state: isDecided ? 'decided' : 'proposed' },
      isDecided
        ? `Adjusted by ${amount}. The ledger now has ${cash}; the next comparison shows whether it matches.`
        : proposed,
    );
    return exitCodes.done;
  });
};
