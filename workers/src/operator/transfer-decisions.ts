import { brokerAt } from '@groundswell/broker';
import { isRefusal, type TransferDecision } from '@groundswell/contracts';
import type { TradingAccount } from '@groundswell/domain/money';
import type { EventStore } from '@groundswell/platform/event-store';
import { exitCodes, type Handler, NotDone, textOf, WrongUsage } from '@groundswell/platform/operator';
import { discrepancyJob } from '../money/reconciliation/discrepancies.js';
import { whyNotAdoptable } from '../money/transfers/adoptable.js';
import { decideByOperator } from '../money/transfers/decide-by-operator.js';
import { type LoadedAccount, loadAccount } from '../shared/accounts.js';
import { readJob } from '../shared/jobs.js';
import { configFor } from './config.js';
import { accountOf, proposedText, reasonedContext, voteOf } from './two-operators.js';
import { withLog } from './with-log.js';

/** Status of the broker's transfer with this id, which may be the local one. @throws NotDone */
const shownTransfer = async (
  eventStore: EventStore,
  loaded: LoadedAccount,
  transferId: string,
  brokerTransferId: string,
): Promise<string> => {
  const { brokerAccountId, transfers } = loaded.state;
  const ours = transfers.get(transferId);
  if (!ours || brokerAccountId === undefined) throw new NotDone('This transfer does not exist.');
  const made = await brokerAt(configFor('broker')).transfers.get(brokerAccountId, brokerTransferId);
  if (!made) throw new NotDone('The broker does not show this transfer for this account.');
  const why = whyNotAdoptable(loaded, ours, made);
  if (why !== undefined) throw new NotDone(why);
  const job = await readJob(eventStore, discrepancyJob('explain transfer', brokerTransferId));
  if (job?.state === 'dropped')
    throw new NotDone('Operators left this transfer at the broker, so its money may already be counted.');
  return made.status;
};

/** Proposes a decision, or confirms it as the second operator. A confirmed decision takes effect and ends the job. */
const decideWith = async (
  eventStore: EventStore,
  invocation: Parameters<Handler>[0],
  decision: TransferDecision,
  status: string,
): Promise<typeof exitCodes.done> => {
  const context = reasonedContext(invocation);
  const { person = '' } = invocation.arguments;
  const { by, again } = voteOf(invocation, context);
  const made = await decideByOperator(eventStore, person, { decision, status, again }, context);
  if (isRefusal(made)) throw new NotDone(made.message);
  const said =
    made.state === 'decided' ? `Decided: ${decision.kind}. Its job has ended.` : proposedText(made.until);
  invocation.terminal.result({ decision, by, ...made }, said);
  return exitCodes.done;
};

/** The current attempt of the transfer that a command is about. */
const attemptOf = (account: TradingAccount, transferId: string): number => {
  const transfer = account.transfers.get(transferId);
  if (!transfer) throw new NotDone('This person doesn’t have that transfer.');
  return transfer.attempts;
};

export const adoptTransfer: Handler = (invocation) =>
  withLog(async (eventStore) => {
    const {
      person = '',
      transfer: transferId = '',
      'broker-transfer': brokerTransferId = '',
    } = invocation.arguments;
    reasonedContext(invocation);
    const loaded = await loadAccount(eventStore, person);
    const attempt = attemptOf(loaded.state, transferId);
    const status = await shownTransfer(eventStore, loaded, transferId, brokerTransferId);
    return decideWith(
      eventStore,
      invocation,
      { kind: 'adopt', transferId, attempt, brokerTransferId },
      status,
    );
  });

const outcomes = new Map<string | undefined, TransferDecision['kind']>([
  ['not-made', 'not made'],
  ['voided', 'voided'],
  ['moved', 'moved'],
]);

export const resolveTransfer: Handler = (invocation) =>
  withLog(async (eventStore) => {
    const { person = '', transfer: transferId = '' } = invocation.arguments;
    const outcome = textOf(invocation, 'outcome');
    const kind = outcomes.get(outcome);
    if (kind === undefined)
      throw new WrongUsage('transfer resolve needs --outcome=not-made, --outcome=voided or --outcome=moved');
    const attempt = attemptOf(await accountOf(eventStore, person), transferId);
    return decideWith(eventStore, invocation, { kind, transferId, attempt }, '');
  });
