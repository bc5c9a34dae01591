import { type CashCause, cashCauses, centsOf, isRefusal, moneyOf, moneySchema } from '@groundswell/contracts';
import { decide } from '@groundswell/domain/money';
import { exitCodes, type Handler, NotDone, textOf, WrongUsage } from '@groundswell/platform/operator';
import { decideTogether } from '../shared/decide-together.js';
import { accountOf, proposedText, reasonedContext, voteOf } from './two-operators.js';
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
  const vote = voteOf(invocation, context);
  return withLog(async (eventStore) => {
    const command = { type: 'AdjustCash', cents: centsOf(amount), cause, ...vote } as const;
    const made = await decideTogether(eventStore, person, (account) => decide(command, account), context);
    if (isRefusal(made)) throw new NotDone(made.message);
    const cash = moneyOf((await accountOf(eventStore, person)).cash);
    invocation.terminal.result(
      { person, amount, cause, by: vote.by, cash, ...made },
      made.state === 'decided'
        ? `Adjusted by ${amount}. The ledger now has ${cash}; the next comparison shows whether it matches.`
        : proposedText(made.until),
    );
    return exitCodes.done;
  });
};
