import type { BankLinkEvent } from '@groundswell/contracts';
import { decided, proposed } from '../proposals.js';
import type { BankLink, TradingAccount } from '../state.js';
import { keyOfOwner } from './owner.js';
import { isOwned } from './status.js';

const changed = (account: TradingAccount, id: string, change: Partial<BankLink>): TradingAccount => {
  const link = account.bankLinks.get(id);
  return link
    ? { ...account, bankLinks: new Map(account.bankLinks).set(id, { ...link, ...change }) }
    : account;
};

/** A replaced link that is active at the broker must be removed there first: the broker allows only one. */
const replaced = (account: TradingAccount, id: string | null, by: string): TradingAccount => {
  const link = id === null ? undefined : account.bankLinks.get(id);
  if (!link) return account;
  return changed(account, link.id, {
    replacedBy: by,
    ...(link.stage === 'accepted' && isOwned(link) ? { stage: 'removing' } : {}),
  });
};

const requested = (
  account: TradingAccount,
  {
    bankLinkId,
    accountType,
    ending,
    replaces,
  }: Extract<BankLinkEvent, { type: 'BankLinkRequested' }>['data'],
): TradingAccount => {
  const link: BankLink = {
    id: bankLinkId,
    accountType,
    ending,
    replaces: replaces ?? undefined,
    replacedBy: undefined,
    stage: 'requested',
    relationshipId: undefined,
    brokerStatus: undefined,
    reportedAt: undefined,
    heldUntil: undefined,
    ownerQuestion: undefined,
  };
  const before = replaced(account, replaces, bankLinkId);
  return { ...before, bankLinks: new Map(before.bankLinks).set(bankLinkId, link) };
};

/** The person's links, including ended ones. Reports about an unknown link change nothing. */
export const evolveBankLink = (account: TradingAccount, event: BankLinkEvent): TradingAccount => {
  const { bankLinkId } = event.data;
  switch (event.type) {
    case 'BankLinkRequested':
      return requested(account, event.data);
    case 'BankLinkSubmissionStarted':
      return changed(account, bankLinkId, { stage: 'submitting' });
    case 'BankLinkAccepted': {
      const { relationshipId, status } = event.data;
      return changed(account, bankLinkId, { stage: 'accepted', relationshipId, brokerStatus: status });
    }
    case 'BankLinkRefused':
      return changed(account, bankLinkId, { stage: 'refused' });
    case 'BankLinkStatusReported': {
      const { status, reportedAt } = event.data;
      return changed(account, bankLinkId, { brokerStatus: status, reportedAt });
    }
    case 'BankLinkRemovalRequested':
      return changed(account, bankLinkId, { stage: 'removing' });
    case 'BankLinkRemoved':
      return changed(account, bankLinkId, { stage: 'removed' });
    case 'BankOwnerQuestioned':
      return changed(account, bankLinkId, { ownerQuestion: 'asked' });
    case 'BankOwnerDecisionProposed.v2':
      return { ...account, proposals: proposed(account.proposals, keyOfOwner(event.data), event.data) };
    case 'BankOwnerDecisionConfirmed': {
      const ownerQuestion = event.data.decision === 'accept' ? 'accepted' : 'refused';
      const after = changed(account, bankLinkId, { ownerQuestion });
      return { ...after, proposals: decided(account.proposals, keyOfOwner(event.data)) };
    }
  }
};
