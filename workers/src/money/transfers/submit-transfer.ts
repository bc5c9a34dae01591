import { BrokerError, type Transfer as MadeTransfer, matchesOf, withinTime } from '@groundswell/broker';
import { isRefusal, moneyOf } from '@groundswell/contracts';
import type { Transfer } from '@groundswell/money';
import { StepFailed } from '../steps/failure.js';
import { isTransferRefused, transferRefusalOf } from '../steps/refusals.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';
import { likeliestOf } from './likeliest.js';

/** When a transfer was about to be sent, by our clock: at its first fence, and at its last. */
const fencesOf = ({ loaded }: Work, transferId: string): { first: Date; last: Date } => {
  const fences = loaded.events.filter(
    ({ type, data }) => type === 'TransferSubmissionStarted' && data.transferId === transferId,
  );
  const [first, last] = [fences[0], fences.at(-1)].map((fence) => fence?.metadata.occurredAt);
  if (first === undefined || last === undefined) throw new Error(`no fence of transfer ${transferId}`);
  return { first: new Date(first), last: new Date(last) };
};

const requestOf = (work: Work, { bankLinkId, direction, amount }: Transfer) => {
  const relationshipId = work.loaded.state.bankLinks.get(bankLinkId)?.relationshipId;
  return (
    relationshipId && {
      relationshipId,
      direction: direction === 'incoming' ? ('INCOMING' as const) : ('OUTGOING' as const),
      amount: moneyOf(amount),
    }
  );
};

const accept = async (work: Work, { id: transferId }: Transfer, made: MadeTransfer): Promise<StepEnd> => {
  const { id: brokerTransferId, status } = made;
  await work.desk.tell(work.userId, {
    type: 'RecordTransferAccepted',
    transferId,
    brokerTransferId,
    status,
  });
  return 'done';
};

/** The transfer at the broker that any attempt so far has made; of several that may be it, the likeliest. */
const find = async (work: Work, transfer: Transfer, since: Date): Promise<MadeTransfer | undefined> => {
  const request = requestOf(work, transfer);
  if (!request) return undefined;
  const ids = [...work.loaded.state.transfers.values()].flatMap((other) => other.brokerTransferId ?? []);
  const list = await work.surroundings.broker.transfers.list(brokerAccountOf(work), work.signal);
  return likeliestOf(matchesOf({ ...request, sentAt: since }, list, new Set(ids)));
};

/**
 * An earlier attempt has no known outcome. What the broker has is the answer; that it has nothing counts once it can no
 * longer be about to.
 */
const findOut = async (work: Work, transfer: Transfer): Promise<StepEnd> => {
  const { settings, now } = work.surroundings;
  const { first, last } = fencesOf(work, transfer.id);
  const certainFrom = new Date(last.getTime() + settings.timeout + settings.doubt);
  const isCertain = now() >= certainFrom;
  const made = await find(work, transfer, first);
  if (made) return accept(work, transfer, made);
  if (!isCertain) {
    const reason = 'The broker did not answer. It has no such transfer so far, and may be about to.';
    throw new StepFailed(reason, { notBefore: certainFrom });
  }
  await work.desk.tell(work.userId, { type: 'RecordTransferNotMade', transferId: transfer.id });
  return 'again';
};

/** After the broker said no: an earlier attempt may be what stands in the way of this one. */
const refused = async (work: Work, transfer: Transfer, fault: BrokerError, since: Date): Promise<StepEnd> => {
  const made = transfer.attempts > 0 ? await find(work, transfer, since) : undefined;
  if (made) return accept(work, transfer, made);
  const code = transferRefusalOf(fault);
  await work.desk.tell(work.userId, { type: 'RecordTransferRefused', transferId: transfer.id, code });
  return 'done';
};

const attempt = async (work: Work, transfer: Transfer): Promise<StepEnd> => {
  const { userId, desk, signal, surroundings } = work;
  const { id: transferId } = transfer;
  const request = requestOf(work, transfer);
  if (!request) {
    await desk.tell(userId, { type: 'RecordTransferRefused', transferId, code: 'BankLinkNotReady' });
    return 'done';
  }
  signal.throwIfAborted();
  const fencedAt = surroundings.now();
  const fence = { type: 'StartTransferSubmission', transferId } as const;
  const fenced = await desk.tell(userId, fence, { known: work.loaded, occurredAt: fencedAt });
  if (isRefusal(fenced) || !fenced.changed)
    throw new StepFailed('Another submission was begun beside this one.');
  // The fence says until when a call may still be on its way: it is not sent later than that.
  const left = fencedAt.getTime() + surroundings.settings.timeout - surroundings.now().getTime();
  try {
    const made = await withinTime(Math.max(0, left), signal, (limit) =>
      surroundings.broker.transfers.create(brokerAccountOf(work), request, limit),
    );
    return await accept(work, transfer, made);
  } catch (fault) {
    if (!(fault instanceof BrokerError)) throw fault;
    const again = { ...work, loaded: await desk.read(userId) };
    if (isTransferRefused(fault)) return refused(again, transfer, fault, fencesOf(again, transferId).first);
    if (fault.outcome === 'unknown') return findOut(again, transfer);
    await desk.tell(userId, { type: 'RecordTransferNotMade', transferId });
    throw fault;
  }
};

/** Brings a transfer to the broker, once. */
export const submitTransfer = async (work: Work, transferId: string): Promise<StepEnd> => {
  const transfer = work.loaded.state.transfers.get(transferId);
  if (!transfer) throw new Error(`there is no transfer ${transferId}`);
  return transfer.submitting ? findOut(work, transfer) : attempt(work, transfer);
};
