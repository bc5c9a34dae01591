import { isRefusal, type Refusal, refuse, type TransferDecision } from '@groundswell/contracts';
import { decide, isUnderWay, type TradingAccount, type Vote } from '@groundswell/domain/money';
import { derivedId, type Pausing } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import { loadAccount } from '../../shared/accounts.js';
import { decideTogether, type Together } from '../../shared/decide-together.js';
import { type JobContext, readJob, tellJob } from '../../shared/jobs.js';
import { stepIdOf } from '../steps/step.js';

const jobOf = ({ kind, transferId }: TransferDecision): string =>
  kind === 'voided' || kind === 'moved'
    ? `find-transfer.${transferId}`
    : stepIdOf({ kind: 'submit-transfer', entityId: transferId });

const notAsked = (jobId: string): Refusal =>
  refuse(
    'TransferNotInDoubt',
    `Its job ${jobId} is not parked: a worker is at work on this transfer, or it has its outcome. \`transfer show\` tells which.`,
  );

/** The job of one that operators ended is over; that its money moved shows in the cash. */
const isOver = ({ kind, transferId }: TransferDecision, { transfers }: TradingAccount): boolean => {
  const transfer = transfers.get(transferId);
  return kind === 'moved' && transfer !== undefined && !isUnderWay(transfer);
};

/** What operators decide about a transfer. `status` is the broker's of one that is adopted. */
interface Deciding extends Pick<Vote, 'again'> {
  readonly decision: TransferDecision;
  readonly status: string;
}

/**
 * Proposes a decision about a person's transfer, or confirms it as a second operator: then it takes effect,
 * and its job ends. Refused unless its job is parked, each time: the broker may have answered since the first
 * operator looked.
 * @throws EventStoreError
 */
export const decideByOperator = async (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  person: string,
  { decision, status, again }: Deciding,
  context: JobContext,
  pausing: Pausing = {},
): Promise<Together | Refusal> => {
  const jobId = jobOf(decision);
  const vote: Vote = { by: context.actor.id, at: context.occurredAt, again };
  let isParked = false;
  const made = await decideTogether(
    eventStore,
    person,
    (account) =>
      isParked || isOver(decision, account)
        ? decide({ type: 'DecideTransfer', decision, status, ...vote }, account)
        : notAsked(jobId),
    context,
    {
      async loading() {
        const loaded = await loadAccount(eventStore, person);
        // After the account: a worker writes what the broker says before it ends the job, so the append conflicts.
        isParked = (await readJob(eventStore, jobId))?.state === 'parked';
        return loaded;
      },
      pausing,
    },
  );
  if (isRefusal(made) || made.state === 'proposed') return made;
  const finishing = { ...context, commandId: derivedId(context.commandId, 'its job') };
  await tellJob(eventStore, jobId, { type: 'FinishJob' }, finishing, pausing);
  return made;
};
