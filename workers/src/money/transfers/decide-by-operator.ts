import {
  isRefusal,
  type Refusal,
  streamOf,
  type TradingAccountEvent,
  type TransferDecision,
} from '@groundswell/contracts';
import { decide, evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { derivedId, type Pausing } from '@groundswell/platform';
import { dispatch, type EventStore } from '@groundswell/platform/event-store';
import { type JobContext, tellJob } from '../../shared/jobs.js';
import { stepIdOf } from '../steps/step.js';

const folding = { initialState, evolve };

const jobOf = ({ kind, transferId }: TransferDecision): string =>
  kind === 'voided'
    ? `find-transfer.${transferId}`
    : stepIdOf({ kind: 'submit-transfer', entityId: transferId });

/**
 * Proposes a decision about a person's transfer, or confirms it as a second operator: then it takes effect,
 * and its job ends.
 * @param status the broker's status of a transfer that is adopted
 * @throws EventStoreError
 */
export const decideByOperator = async (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  person: string,
  { decision, status }: { readonly decision: TransferDecision; readonly status: string },
  context: JobContext,
  pausing: Pausing = {},
): Promise<'proposed' | 'decided' | Refusal> => {
  const stream = streamOf('tradingAccount', person);
  const done = await dispatch<TradingAccount, TradingAccountEvent>(
    eventStore,
    {
      stream,
      folding,
      decide: (account) =>
        decide({ type: 'DecideTransfer', decision, status, by: context.actor.id }, account),
      context: { ...context, correlationId: context.commandId },
    },
    undefined,
    pausing,
  );
  if (isRefusal(done)) return done;
  const { events } = await eventStore.readStream<TradingAccountEvent>(stream);
  const isDecided = events.some(
    ({ type, metadata }) => type === 'TransferDecisionConfirmed' && metadata.commandId === context.commandId,
  );
  if (!isDecided) return 'proposed';
  const finishing = { ...context, commandId: derivedId(context.commandId, 'its job') };
  await tellJob(eventStore, jobOf(decision), { type: 'FinishJob' }, finishing, pausing);
  return 'decided';
};
