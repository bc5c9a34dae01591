import { type BankOwnerDecision, isRefusal, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import { decideByTwo } from '../proposals.js';
import type { BankLink, TradingAccount } from '../state.js';
import { isOwned } from './status.js';

/** Identifies a decision: the second operator has to make exactly the same one. */
export const keyOfOwner = ({ bankLinkId, decision }: BankOwnerDecision): string =>
  `owner ${decision} ${bankLinkId}`;

/** Whether operators still have to decide on the owner of an existing link. */
export const isOwnerInQuestion = (link: BankLink): boolean => link.ownerQuestion === 'asked' && isOwned(link);

/**
 * Takes effect once a second operator makes the decision that the first one proposed.
 * @param removal ends the link if its owner is refused
 */
export const decideOwner = (
  { decision, ...vote }: Of<'DecideBankOwner'>,
  link: BankLink,
  account: TradingAccount,
  removal: () => Outcome,
): Outcome => {
  if (!isOwnerInQuestion(link)) return refuse('BankOwnerNotInQuestion');
  const ending = decision.decision === 'refuse' ? removal() : [];
  if (isRefusal(ending)) return ending;
  const voted = decideByTwo(account, keyOfOwner(decision), vote);
  if (isRefusal(voted)) return voted;
  if (voted !== 'confirmed')
    return [{ type: 'BankOwnerDecisionProposed.v2', data: { ...decision, ...voted } }];
  const confirmed: TradingAccountEvent = {
    type: 'BankOwnerDecisionConfirmed',
    data: { ...decision, by: vote.by },
  };
  return [confirmed, ...ending];
};
