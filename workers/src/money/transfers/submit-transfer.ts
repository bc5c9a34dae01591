import { BrokerError, type Transfer as MadeTransfer, withinTime } from '@groundswell/broker';
import { isRefusal } from '@groundswell/contracts';
import type { Transfer } from '@groundswell/domain/money';
import { reasonOf, StepFailed } from '../steps/failure.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';
import { keepRefusal } from '../words/keep-refusal.js';
import {
  endedUnexplained,
  pairsInDoubt,
  pairsOf,
  requestedAt,
  requestOf,
  type Unclear,
  unclearFor,
} from './requests.js';
import { endOf, mayHaveBeenSent, timeLeft, verdictOf } from './rules.js';
import { knownStrangers } from './strangers.js';

const accept = async (
  work: Work,
  { id: transferId }: Transfer,
  { id: brokerTransferId, status }: MadeTransfer,
  how: { readonly listed?: true } = {},
): Promise<StepEnd> => {
  const accepted = { transferId, brokerTransferId, status, ...how };
  await work.desk.tell(work.userId, { type: 'RecordTransferAccepted', ...accepted });
  return 'done';
};

/** What the broker shows, without what is known to be someone else's. */
const listed = async (work: Work): Promise<MadeTransfer[]> => {
  const { dependencies, signal } = work;
  const list = await dependencies.broker.transfers.list(brokerAccountOf(work), signal);
  const strangers = await knownStrangers(dependencies.store, list);
  return list.filter(({ id }) => !strangers.has(id));
};

/** What the broker shows that some attempt so far may have made. */
const find = async (work: Work, transfer: Transfer) => {
  const { loaded } = work;
  const shown = await listed(work);
  const pair = pairsInDoubt(loaded, shown).find(([{ id }]) => id === transfer.id);
  return { made: pair?.[1], unclear: unclearFor(loaded, transfer, shown) };
};

/** For operators: what one of the broker's may be, and what follows from that. */
const possibly = ({ made: { id, status }, counted }: Unclear): string => {
  const shown = ` It shows ${id} as ${status}, which may be this one`;
  if (counted.length === 0) return `${shown}.`;
  const others = counted.join(' or ');
  return `${shown} or ${others}, whose money is counted already. Adopt it only if the broker has one for each. If not, resolve this one as not made: otherwise the money counts twice.`;
};

/** For operators: nothing that can only be ours and moves money is shown, and the others may be this transfer or another one. */
const unknownOutcome = (unclear: readonly Unclear[]): string =>
  `The broker didn’t say what happened to this transfer, and shows none that we can match to it.${unclear.map(possibly).join('')} We don’t send it again. Ask the broker, then run \`transfer adopt\` or \`transfer resolve\`.`;

/** Whether this process wrote the transfer's last fence and knows that it sent nothing after it. */
const isUnsent = ({ loaded, dependencies }: Work, transferId: string): boolean => {
  const fence = loaded.events.findLast(
    ({ type, data }) => type === 'TransferSubmissionStarted' && data.transferId === transferId,
  );
  return dependencies.doubts.isUnsent(fence?.metadata.commandId);
};

const notMade = async (
  { desk, userId }: Work,
  { id: transferId, attempts: attempt }: Transfer,
  evidence: 'not sent' | 'not taken',
): Promise<void> => {
  await desk.tell(userId, { type: 'RecordTransferNotMade', transferId, attempt, evidence });
};

/** How long an attempt with unknown outcome was looked for, and how long it is: milliseconds; and until when. */
interface Waiting {
  readonly waited: number;
  readonly longest: number;
  readonly lookBy: Date;
}

const waitingFor = ({ dependencies }: Work, { id, attempts }: Transfer): Waiting => {
  const { settings, now, doubts } = dependencies;
  const longest = settings.timeout + settings.doubt;
  const waited = doubts.waited(`${id}.${attempts}`);
  return { waited, longest, lookBy: new Date(now().getTime() + longest - waited) };
};

/** From here on nothing is sent for this attempt any more, and operators can decide. */
const noteUnknown = async ({ desk, userId }: Work, { id: transferId, attempts: attempt }: Transfer) => {
  await desk.tell(userId, { type: 'RecordTransferUnknown', transferId, attempt });
};

/** What the broker shows. Once the time is over, operators can decide even if its list cannot be read. */
const look = async (work: Work, transfer: Transfer, waiting: Waiting) => {
  try {
    return await find(work, transfer);
  } catch (fault) {
    work.signal.throwIfAborted();
    if (!(fault instanceof BrokerError)) throw fault;
    const { lookBy } = waiting;
    if (verdictOf(false, waiting) === 'look again') throw new StepFailed(reasonOf(fault), { lookBy });
    await noteUnknown(work, transfer);
    throw fault;
  }
};

/**
 * Handles an attempt with unknown outcome. A transfer that the broker shows and nothing else explains is the
 * answer. Nothing is sent again. If none is found in time, an operator has to find out.
 */
const findOut = async (work: Work, transfer: Transfer): Promise<StepEnd> => {
  if (isUnsent(work, transfer.id)) {
    await notMade(work, transfer, 'not sent');
    return 'again';
  }
  const waiting = waitingFor(work, transfer);
  const { made, unclear } = await look(work, transfer, waiting);
  const verdict = verdictOf(made !== undefined, waiting);
  if (made) return accept(work, transfer, made, { listed: true });
  if (verdict === 'look again') {
    const reason = 'The broker didn’t say what happened to this transfer, and doesn’t show it yet.';
    throw new StepFailed(reason, { lookBy: waiting.lookBy });
  }
  await noteUnknown(work, transfer);
  // A comparison may have found it meanwhile.
  const present = (await work.desk.read(work.userId)).state.transfers.get(transfer.id);
  if (!present?.submitting) return 'again';
  throw new StepFailed(unknownOutcome(unclear), { forGood: true });
};

/**
 * Records what a failed call says about its attempt. @throws StepFailed, and the fault if the call is to be retried
 */
const conclude = async (work: Work, transfer: Transfer, fault: unknown): Promise<StepEnd> => {
  const end = endOf(fault);
  if (end.is === 'unknown') {
    work.signal.throwIfAborted();
    const { userId, desk } = work;
    const loaded = await desk.read(userId);
    const present = loaded.state.transfers.get(transfer.id);
    return present?.submitting ? findOut({ ...work, loaded }, present) : 'again';
  }
  if (end.is === 'refused') {
    const { id: transferId, attempts: attempt } = transfer;
    await keepRefusal(work, 'transfer', transferId, fault);
    await work.desk.tell(work.userId, { type: 'RecordTransferRefused', transferId, attempt, code: end.code });
    return 'done';
  }
  await notMade(work, transfer, end.evidence);
  throw new StepFailed(reasonOf(fault));
};

/** Writes the fence of the next attempt. @returns its remaining time in milliseconds */
const fence = async (work: Work, { id: transferId, attempts: attempt }: Transfer): Promise<number> => {
  const { userId, desk, loaded, dependencies } = work;
  const { doubts, now, monotonic, newId, settings } = dependencies;
  const [fencedAt, since, commandId] = [now(), monotonic(), newId()];
  doubts.fencing(commandId);
  const command = { type: 'StartTransferSubmission', transferId, attempt } as const;
  const told = { known: loaded, occurredAt: fencedAt, commandId };
  const fenced = await desk.tell(userId, command, told);
  if (isRefusal(fenced) || !fenced.changed)
    throw new StepFailed('Another submission was begun beside this one.');
  const elapsed = { wall: now().getTime() - fencedAt.getTime(), monotonic: monotonic() - since };
  const left = timeLeft(elapsed, settings.timeout);
  if (left > 0) doubts.sending(commandId);
  return left;
};

/**
 * Whether the broker has one that this may have made, although the log knows of no attempt that could have. One that has ended
 * without money counts as well, unless another one in doubt may have made it: sent again, its money would be asked for twice.
 */
const isShown = async (work: Work, transfer: Transfer): Promise<boolean> => {
  const { loaded } = work;
  const shown = await listed(work);
  return [pairsOf(loaded, [transfer], shown), endedUnexplained(loaded, transfer, shown)].some(
    ({ length }) => length > 0,
  );
};

const attempt = async (work: Work, before: Transfer): Promise<StepEnd> => {
  const { userId, desk, signal, dependencies, loaded } = work;
  const { id: transferId, attempts } = before;
  const request = requestOf(loaded.state, before);
  if (!request) {
    const code = 'BankLinkNotReady';
    await desk.tell(userId, { type: 'RecordTransferRefused', transferId, attempt: attempts, code });
    return 'done';
  }
  const now = dependencies.now();
  if (mayHaveBeenSent(requestedAt(loaded, transferId), now) && (await isShown(work, before))) {
    await desk.tell(userId, { type: 'DoubtTransfer', transferId });
    return 'again';
  }
  // Wait for the rate limit before the fence. An attempt with little time left would be cut off, and its outcome
  // would be unknown.
  await dependencies.broker.transfers.turn(signal);
  signal.throwIfAborted();
  const transfer = { ...before, attempts: attempts + 1 };
  const left = await fence(work, transfer);
  if (left === 0) {
    await notMade(work, transfer, 'not sent');
    throw new StepFailed('The time for this attempt was over before it was sent.');
  }
  let made: MadeTransfer;
  try {
    made = await withinTime(
      left,
      signal,
      (limit) => dependencies.broker.transfers.create(brokerAccountOf(work), request, limit),
      dependencies.alarm,
    );
  } catch (fault) {
    return conclude(work, transfer, fault);
  }
  return accept(work, transfer, made);
};

/** Submits a transfer to the broker, once. */
export const submitTransfer = async (work: Work, transferId: string): Promise<StepEnd> => {
  const transfer = work.loaded.state.transfers.get(transferId);
  if (!transfer) throw new Error(`there is no transfer ${transferId}`);
  return transfer.submitting ? findOut(work, transfer) : attempt(work, transfer);
};
