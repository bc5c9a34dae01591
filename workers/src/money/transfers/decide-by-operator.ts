import {
  isRefusal,
  type Refusal,
  refuse,
  streamOf,
  type TradingAccountEvent,
  type TransferDecision,
} from '@groundswell/contracts';
import { decide, evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { derivedId, type Pausing } from '@groundswell/platform';
import { dispatch, type EventStore, load } from '@groundswell/platform/event-store';
import { type JobContext, readJob, tellJob } from '../../shared/jobs.js';
import { stepIdOf } from '../steps/step.js';

const folding = { initialState, evolve };

const jobOf = ({ kind, transferId }: TransferDecision): string =>
  kind === 'voided'
    ? `find-transfer.${transferId}`
    : stepIdOf({ kind: 'submit-transfer', entityId: transferId });

const notAsked = (jobId: string): Refusal =>
  refuse(
    'TransferNotInDoubt',
    `Its job ${jobId} is not parked: a worker is at work on this transfer, or it has its outcome. \`transfer show\` tells which.`,
  );

/**
 * Proposes a decision about a person's transfer, or confirms it as a second operator: then it takes effect,
 * and its job ends. Refused unless its job is parked, each time: the broker may have answered since the first
 * operator looked.
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
  const jobId = jobOf(decision);
  let isParked = false;
  const done = await dispatch<TradingAccount, TradingAccountEvent>(
    eventStore,
    {
      stream,
      folding,
      decide: (account) =>
        isParked
          ? decide({ type: 'DecideTransfer', decision, status, by: context.actor.id }, account)
          : notAsked(jobId),
      context: { ...context, correlationId: context.commandId },
    },
    async () => {
      const loaded = await load(eventStore, stream, folding);
      // After the account: a worker writes what the broker says before it ends the job, so the append conflicts.
      isParked = (await readJob(eventStore, jobId))?.state === 'parked';
      return loaded;
    },
    pausing,
  );
  if (isRefusal(done)) return done;
  const { events } = await eventStore.readStream<TradingAccountEvent>(stream);
  const isDecided = events.some(
    ({ type, metadata }) => type === 'TransferDecisionConfirmed' && metadata.commandId === context.commandId,
  );
  if (!isDecided) return 'proposed';
  const finishing = { ...context, commandId: derivedId(context.commandId, 'its job') };
  await tellJob(eventStore, jobId, { type: 'FinishJob' }, finishing, pausing);
  return 'decided';
};
