import { refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { refusedUnlessActive } from '../account/decider.js';
import type { Of, Outcome } from '../outcome.js';
import { reasonCodeOf } from '../reason.js';
import type { BankLink, TradingAccount } from '../state.js';
import { isUnderWay } from '../transfer/status.js';
import { isOwned, rankOfLinkWord, statusOfBankLink } from './status.js';

export type BankLinkCommand = Of<
  | 'RequestBankLink'
  | 'RemoveBankLink'
  | 'StartBankLinkSubmission'
  | 'RecordBankLinkAccepted'
  | 'RecordBankLinkRefused'
  | 'ReportBankLinkStatus'
  | 'RecordBankLinkRemoved'
>;

const isInUse = ({ id }: BankLink, { transfers }: TradingAccount): boolean =>
  [...transfers.values()].some((transfer) => transfer.bankLinkId === id && isUnderWay(transfer));

/** Between the fence and a known outcome nobody can say whether there is anything to end. */
const askedNow = () =>
  refuse('BankLinkNotReady', 'The bank is being asked about this link right now. Try again in a moment.');

const removalAsked = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkRemovalRequested',
  data: { bankLinkId },
});

const removed = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkRemoved',
  data: { bankLinkId },
});

/** The link in whose place a new one may come; refused when it may not. */
const replaceable = (
  bankLinkId: string,
  account: TradingAccount,
): readonly TradingAccountEvent[] | ReturnType<typeof refuse> => {
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return refuse('BankLinkNotFound');
  if (link.stage === 'submitting') return askedNow();
  if (isInUse(link, account)) return refuse('BankLinkInUse');
  if ([...account.bankLinks.values()].some((other) => other !== link && isOwned(other))) {
    return refuse('BankLinkExists');
  }
  if (link.stage === 'removing' || link.stage === 'removed') return refuse('BankLinkNotFound');
  if (link.stage === 'requested') return [removed(link.id)];
  // Told by itself: it has to go at the broker also when the new one is taken back before it came there.
  return link.stage === 'accepted' && isOwned(link) ? [removalAsked(link.id)] : [];
};

const request = (command: Of<'RequestBankLink'>, account: TradingAccount): Outcome => {
  const { bankLinkId, accountType, ending, replaces } = command;
  if (account.bankLinks.has(bankLinkId)) return [];
  if (replaces !== undefined && !account.bankLinks.has(replaces)) return refuse('BankLinkNotFound');
  const inactive = refusedUnlessActive(account);
  if (inactive) return inactive;
  const before = replaces === undefined ? [] : replaceable(replaces, account);
  if ('refused' in before) return before;
  if (replaces === undefined && [...account.bankLinks.values()].some(isOwned))
    return refuse('BankLinkExists');
  return [
    { type: 'BankLinkRequested', data: { bankLinkId, accountType, ending, replaces: replaces ?? null } },
    ...before,
  ];
};

const remove = (link: BankLink, account: TradingAccount): Outcome => {
  if (!isOwned(link)) return [];
  if (link.stage === 'submitting') return askedNow();
  if (isInUse(link, account)) return refuse('BankLinkInUse');
  const asked = removalAsked(link.id);
  return link.stage === 'requested' ? [asked, removed(link.id)] : [asked];
};

/** The broker has one active link at most: the others must be gone before one is made there. */
const start = (link: BankLink, account: TradingAccount): Outcome => {
  if (link.stage === 'submitting') return [];
  if (link.stage !== 'requested') return refuse('BankLinkNotFound');
  const isAtBroker = (other: BankLink): boolean =>
    other.stage === 'submitting' ||
    other.stage === 'removing' ||
    (other.stage === 'accepted' && isOwned(other));
  if ([...account.bankLinks.values()].some(isAtBroker)) return refuse('BankLinkExists');
  return [{ type: 'BankLinkSubmissionStarted', data: { bankLinkId: link.id } }];
};

/** A word is never followed by an earlier one, so that reports may come late, twice and in any order. */
const report = (
  { bankLinkId, status, reason, reportedAt }: Of<'ReportBankLinkStatus'>,
  link: BankLink,
): Outcome => {
  if (link.relationshipId === undefined) return refuse('BankLinkNotReady');
  if (rankOfLinkWord(status) <= rankOfLinkWord(link.brokerStatus)) return [];
  return [
    {
      type: 'BankLinkStatusReported',
      data: { bankLinkId, status, reason: reasonCodeOf(reason), reportedAt },
    },
  ];
};

/** Whether money can move over it. */
export const isUsable = (link: BankLink): boolean => statusOfBankLink(link) === 'approved';

/** Rules of bank links: one at a time, none changed while money is on its way over it. */
export const decideBankLink = (command: BankLinkCommand, account: TradingAccount): Outcome => {
  if (command.type === 'RequestBankLink') return request(command, account);
  const { bankLinkId } = command;
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return refuse('BankLinkNotFound');
  const isOpen = link.stage === 'requested' || link.stage === 'submitting';
  switch (command.type) {
    case 'RemoveBankLink':
      return remove(link, account);
    case 'StartBankLinkSubmission':
      return start(link, account);
    case 'RecordBankLinkAccepted': {
      const { relationshipId, status } = command;
      return isOpen ? [{ type: 'BankLinkAccepted', data: { bankLinkId, relationshipId, status } }] : [];
    }
    case 'RecordBankLinkRefused':
      return isOpen ? [{ type: 'BankLinkRefused', data: { bankLinkId, code: command.code } }] : [];
    case 'ReportBankLinkStatus':
      return report(command, link);
    case 'RecordBankLinkRemoved':
      return link.stage === 'removing' ? [removed(bankLinkId)] : [];
  }
};
