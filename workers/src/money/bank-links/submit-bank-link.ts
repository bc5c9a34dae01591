import { alreadyLinked, type BankAccount, BrokerError, type BankLink as MadeLink } from '@groundswell/broker';
import { isRefusal } from '@groundswell/contracts';
import { type BankLink, bankVaultFields, isOwned } from '@groundswell/domain/money';
import { StepFailed } from '../steps/failure.js';
import { keepOutcome, refusalField } from '../steps/outcome-fields.js';
import { bankLinkRefusalOf, isRefused } from '../steps/refusals.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';
import { keepRefusal } from '../words/keep-refusal.js';

const ended = ['REJECTED', 'CANCEL_REQUESTED', 'CANCEL_SENT', 'CANCELED'];

const secretsOf = (bankLinkId: string): string[] => {
  const { accountNumber, routingNumber } = bankVaultFields(bankLinkId);
  return [accountNumber, routingNumber];
};

const accept = async (work: Work, { id: bankLinkId }: BankLink, made: MadeLink): Promise<StepEnd> => {
  const { relationshipId } = bankVaultFields(bankLinkId);
  await keepOutcome(work.dependencies, work.userId, { [relationshipId]: made.id }, secretsOf(bankLinkId));
  await work.desk.tell(work.userId, {
    type: 'RecordBankLinkAccepted',
    bankLinkId,
    relationshipId: made.id,
    status: made.status,
  });
  return 'done';
};

/** Refuses the link. The person may link the same account again, or another one. */
export const refuseBankLink = async (work: Work, bankLinkId: string, code: string): Promise<StepEnd> => {
  const refused = { [refusalField('bank', bankLinkId)]: code };
  await keepOutcome(work.dependencies, work.userId, refused, secretsOf(bankLinkId));
  await work.desk.tell(work.userId, { type: 'RecordBankLinkRefused', bankLinkId, code });
  return 'done';
};

const listOf = (work: Work): Promise<MadeLink[]> =>
  work.dependencies.broker.bankLinks.list(brokerAccountOf(work), work.signal);

/** When the person requested the link. */
const askedAt = ({ loaded }: Work, bankLinkId: string): Date => {
  const asked = loaded.events.find(
    ({ type, data }) => type === 'BankLinkRequested' && data.bankLinkId === bankLinkId,
  );
  if (!asked) throw new Error(`no request for bank link ${bankLinkId}`);
  return new Date(asked.metadata.occurredAt);
};

/** Our link that matches one at the broker; undefined for one that none of ours accounts for. */
const oursOf = (work: Work, { id }: MadeLink): BankLink | undefined =>
  [...work.loaded.state.bankLinks.values()].find(({ relationshipId }) => relationshipId === id);

/**
 * The link at the broker that an earlier attempt made, the newest first. One that is older than the request
 * belongs to something else; if only the broker's clock is behind ours, it is removed and made again, which
 * does no harm.
 */
const ownIn = (
  work: Work,
  list: readonly MadeLink[],
  { id, ending }: BankLink,
  routingNumber: string | undefined,
): MadeLink | undefined => {
  const since = askedAt(work, id).getTime();
  return list
    .filter((made) => {
      const isNew = made.createdAt.getTime() >= since && !made.status.startsWith('CANCEL');
      // Some responses omit the numbers. Such a link may still be the one.
      const isSameAccount = (made.accountNumberEnd ?? ending) === ending;
      const isSameBank = (made.routingNumber ?? routingNumber) === (routingNumber ?? made.routingNumber);
      return isNew && isSameAccount && isSameBank && !oursOf(work, made);
    })
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0];
};

/** The broker takes days to end a link: wait this long before an operator is asked. */
const endsWithin = 7 * 24 * 3_600_000;

/** There is nothing to do but wait. Returns why, and until when waiting is not a failure. */
const waitsFor = (work: Work, link: BankLink, list: readonly MadeLink[]): StepFailed => {
  const isEnding = list.some(({ status }) => status === 'CANCEL_REQUESTED' || status === 'CANCEL_SENT');
  const lookBy = new Date(askedAt(work, link.id).getTime() + endsWithin);
  return isEnding && work.dependencies.now() < lookBy
    ? new StepFailed('The broker is still ending another link of this account.', { lookBy })
    : new StepFailed('The broker says that another link is active, but lists none.');
};

/**
 * Another link is active at the broker: one made by an earlier attempt, or one that is not ours, which is
 * removed. No money can be moving over it: the log does not know it, or has it as removed, which the broker
 * failed to do.
 */
const makeWay = async (work: Work, link: BankLink, bank: BankAccount): Promise<StepEnd> => {
  const list = await listOf(work);
  const own = ownIn(work, list, link, bank.routingNumber);
  if (own) return accept(work, link, own);
  const inTheWay = list.filter((made) => {
    const ours = oursOf(work, made);
    return !ended.includes(made.status) && !(ours && isOwned(ours));
  });
  if (inTheWay.length === 0) throw waitsFor(work, link, list);
  const { broker, log } = work.dependencies;
  for (const { id } of inTheWay) {
    log.error(
      { userId: work.userId, relationshipId: id },
      'removing a bank link that belongs to no one here',
    );
    await broker.bankLinks.remove(brokerAccountOf(work), id, work.signal);
  }
  return 'again';
};

const send = async (work: Work, link: BankLink, bank: BankAccount): Promise<StepEnd> => {
  const { dependencies, desk, userId, signal } = work;
  const { id: bankLinkId, stage } = link;
  if (stage === 'submitting') {
    const own = ownIn(work, await listOf(work), link, bank.routingNumber);
    if (own) return accept(work, link, own);
  }
  signal.throwIfAborted();
  const started = await desk.tell(userId, { type: 'StartBankLinkSubmission', bankLinkId });
  if (isRefusal(started)) {
    if (started.refused === 'BankLinkExists')
      throw new StepFailed('Another link of this account has to end first.');
    // The step became obsolete since the account was read; something else is due now.
    return 'again';
  }
  try {
    return await accept(
      work,
      link,
      await dependencies.broker.bankLinks.create(brokerAccountOf(work), bank, signal),
    );
  } catch (fault) {
    if (!(fault instanceof BrokerError)) throw fault;
    if (fault.status === 409 || fault.code === alreadyLinked) return makeWay(work, link, bank);
    if (!isRefused(fault)) throw fault;
    await keepRefusal(work, 'bank', bankLinkId, fault);
    return refuseBankLink(work, bankLinkId, bankLinkRefusalOf(fault));
  }
};

/**
 * The account numbers are gone. If an earlier attempt succeeded, its link is used; otherwise the person enters them
 * again.
 */
const withoutSecrets = async (work: Work, link: BankLink): Promise<StepEnd> => {
  const own = link.stage === 'submitting' ? ownIn(work, await listOf(work), link, undefined) : undefined;
  return own ? accept(work, link, own) : refuseBankLink(work, link.id, 'EnterAgain');
};

/**
 * Links a bank account at the broker, which allows one active link at a time. So an attempt with unknown outcome
 * may be repeated, and one that succeeded is found in the list.
 */
export const submitBankLink = async (work: Work, bankLinkId: string): Promise<StepEnd> => {
  const link = work.loaded.state.bankLinks.get(bankLinkId);
  if (!link) throw new Error(`there is no bank link ${bankLinkId}`);
  const fields = bankVaultFields(bankLinkId);
  const refusedBefore = refusalField('bank', bankLinkId);
  const kept = await work.dependencies.vault.get(work.userId, [...Object.values(fields), refusedBefore]);
  const relationshipId = kept[fields.relationshipId];
  if (relationshipId !== undefined) {
    const made = (await listOf(work)).find(({ id }) => id === relationshipId);
    if (!made) throw new StepFailed('The broker accepted this link, but doesn’t list it.');
    return accept(work, link, made);
  }
  const code = kept[refusedBefore];
  if (code !== undefined) return refuseBankLink(work, bankLinkId, code);
  const { ownerName, accountNumber, routingNumber } = {
    ownerName: kept[fields.ownerName],
    accountNumber: kept[fields.accountNumber],
    routingNumber: kept[fields.routingNumber],
  };
  if (ownerName === undefined || accountNumber === undefined || routingNumber === undefined) {
    return withoutSecrets(work, link);
  }
  const type = link.accountType === 'checking' ? 'CHECKING' : 'SAVINGS';
  return send(work, link, { ownerName, type, accountNumber, routingNumber });
};
