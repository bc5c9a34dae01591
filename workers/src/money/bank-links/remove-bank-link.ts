import { BrokerError } from '@groundswell/broker';
import { removalRefused } from '../steps/drop.js';
import { StepFailed } from '../steps/failure.js';
import { isAboutTheAsked } from '../steps/refusals.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';

/** A refusal of the broker: if it is about the link, not about us, asking again cannot help. */
const refused = (fault: unknown): unknown =>
  fault instanceof BrokerError && fault.kind === 'refused'
    ? new StepFailed(removalRefused(fault), { forGood: isAboutTheAsked(fault) })
    : fault;

/** Ends a link at the broker. Ending it twice does no harm, so it is repeated until the broker confirms. */
export const removeBankLink = async (work: Work, bankLinkId: string): Promise<StepEnd> => {
  const { dependencies, desk, userId, loaded, signal } = work;
  const relationshipId = loaded.state.bankLinks.get(bankLinkId)?.relationshipId;
  if (relationshipId !== undefined) {
    try {
      await dependencies.broker.bankLinks.remove(brokerAccountOf(work), relationshipId, signal);
    } catch (fault) {
      throw refused(fault);
    }
  }
  await desk.tell(userId, { type: 'RecordBankLinkRemoved', bankLinkId });
  return 'done';
};
