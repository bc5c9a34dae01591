import { type BankOwnerDecision, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { BankLink, TradingAccount } from '../state.js';
import { isOwned } from './status.js';

/** What tells one decision from another: the second operator has to decide the very same. */
export const keyOfOwner = ({ bankLinkId, decision }: BankOwnerDecision): string =>
  `owner ${decision} ${bankLinkId}`;

/** Whether operators have to answer for the owner of a link that is there still. */
export const isOwnerInQuestion = (link: BankLink): boolean => link.ownerQuestion === 'asked' && isOwned(link);

/**
 * One operator proposes, another one decides the same: only then is it so.
 * @param removal what ends the link, where its owner is refused
 */
export const decideOwner = (
  { decision, by }: Of<'DecideBankOwner'>,
  link: BankLink,
  account: TradingAccount,
  removal: () => Outcome,
): Outcome => {
  if (!isOwnerInQuestion(link)) return refuse('BankOwnerNotInQuestion');
  const ending = decision.decision === 'refuse' ? removal() : [];
  if ('refused' in ending) return ending;
  const proposedBy = account.proposals[keyOfOwner(decision)];
  if (proposedBy === undefined) return [{ type: 'BankOwnerDecisionProposed', data: { ...decision, by } }];
  if (proposedBy === by) return refuse('SecondOperatorNeeded');
  const confirmed: TradingAccountEvent = {
    type: 'BankOwnerDecisionConfirmed',
    data: { ...decision, by },
  };
  return [confirmed, ...ending];
};
