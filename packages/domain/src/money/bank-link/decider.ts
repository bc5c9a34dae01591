import { isRefusal, type Refusal, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { refusedUnlessActive } from '../account/decider.js';
import type { SecondLook } from '../commands.js';
import type { Of, Outcome } from '../outcome.js';
import { reasonCodeOf } from '../reason.js';
import type { BankLink, TradingAccount } from '../state.js';
import { isUnderWay } from '../transfer/status.js';
import { decideOwner } from './owner.js';
import { isOwned, rankOfLinkWord, statusOfBankLink } from './status.js';

export type BankLinkCommand = Of<
  | 'RequestBankLink'
  | 'RemoveBankLink'
  | 'StartBankLinkSubmission'
  | 'RecordBankLinkAccepted'
  | 'RecordBankLinkRefused'
  | 'ReportBankLinkStatus'
  | 'RecordBankLinkRemoved'
  | 'DecideBankOwner'
>;

const isInUse = ({ id }: BankLink, { transfers }: TradingAccount): boolean =>
  [...transfers.values()].some((transfer) => transfer.bankLinkId === id && isUnderWay(transfer));

/** Between the fence and a known outcome it is unknown whether there is anything to end. */
const askedNow = () =>
  refuse('BankLinkNotReady', 'We’re asking your bank about this account right now. Try again in a moment.');

const removalAsked = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkRemovalRequested',
  data: { bankLinkId },
});

const removed = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkRemoved',
  data: { bankLinkId },
});

/** The link that a new one would replace; refused when it may not be replaced. */
const replaceable = (
  bankLinkId: string,
  account: TradingAccount,
): readonly TradingAccountEvent[] | Refusal => {
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return refuse('BankLinkNotFound');
  if (link.stage === 'submitting') return askedNow();
  if (isInUse(link, account)) return refuse('BankLinkInUse');
  if ([...account.bankLinks.values()].some((other) => other !== link && isOwned(other))) {
    return refuse('BankLinkExists');
  }
  if (link.stage === 'removing' || link.stage === 'removed') return refuse('BankLinkNotFound');
  if (link.stage === 'requested') return [removed(link.id)];
  // An event of its own: the old link has to go at the broker even if the new one is withdrawn before it is
  // made there.
  return isOwned(link) ? [removalAsked(link.id)] : [];
};

const request = (command: Of<'RequestBankLink'>, account: TradingAccount): Outcome => {
  const { bankLinkId, accountType, ending, replaces, look } = command;
  if (account.bankLinks.has(bankLinkId)) return [];
  if (replaces !== undefined && !account.bankLinks.has(replaces)) return refuse('BankLinkNotFound');
  const inactive = refusedUnlessActive(account);
  if (inactive) return inactive;
  const before = replaces === undefined ? [] : replaceable(replaces, account);
  if (isRefusal(before)) return before;
  if (replaces === undefined && [...account.bankLinks.values()].some(isOwned))
    return refuse('BankLinkExists');
  if (account.bankLinks.size > 0 && !look.proven) return refuse('IdentityProofNeeded');
  return [
    { type: 'BankLinkRequested', data: { bankLinkId, accountType, ending, replaces: replaces ?? null } },
    ...before,
    ...looked(bankLinkId, look, account),
  ];
};

/**
 * Cash from an account's first bank can go back to it at once. For any other bank it waits, so that the
 * owner, who is notified by mail, has time to report a link they did not make.
 */
const looked = (
  bankLinkId: string,
  { ownerMatches, withdrawableFrom: until }: SecondLook,
  { bankLinks }: TradingAccount,
): TradingAccountEvent[] => [
  ...(bankLinks.size > 0 && until !== null
    ? [{ type: 'WithdrawalsHeld', data: { bankLinkId, until, cause: 'new bank' } } as const]
    : []),
  ...(ownerMatches ? [] : [{ type: 'BankOwnerQuestioned', data: { bankLinkId } } as const]),
];

const remove = (link: BankLink, account: TradingAccount): Outcome => {
  if (!isOwned(link)) return [];
  if (link.stage === 'submitting') return askedNow();
  if (isInUse(link, account)) return refuse('BankLinkInUse');
  const asked = removalAsked(link.id);
  return link.stage === 'requested' ? [asked, removed(link.id)] : [asked];
};

/** The broker allows one active link: the others must be gone before another is created. */
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

/** A status is never followed by an earlier one, so reports may come late, twice and in any order. */
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

/** Whether the link can be used for transfers. */
export const isUsable = (link: BankLink): boolean => statusOfBankLink(link) === 'approved';

/** Rules of bank links: one at a time, and no change while a transfer is using it. */
export const decideBankLink = (command: BankLinkCommand, account: TradingAccount): Outcome => {
  if (command.type === 'RequestBankLink') return request(command, account);
  const { bankLinkId } = command.type === 'DecideBankOwner' ? command.decision : command;
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return refuse('BankLinkNotFound');
  const isOpen = link.stage === 'requested' || link.stage === 'submitting';
  switch (command.type) {
    case 'RemoveBankLink': {
      // A thief with only a token could keep the owner from their cash: a bank that is linked again has to
      // wait.
      const outcome = remove(link, account);
      return command.proven || isRefusal(outcome) || outcome.length === 0
        ? outcome
        : refuse('IdentityProofNeeded');
    }
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
    case 'DecideBankOwner':
      return decideOwner(command, link, account, () => remove(link, account));
    case 'RecordBankLinkRemoved':
      return link.stage === 'removing' ? [removed(bankLinkId)] : [];
  }
};
