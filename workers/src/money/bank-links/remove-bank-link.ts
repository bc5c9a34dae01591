import { BrokerError } from '@groundswell/broker';
import { removalRefused } from '../steps/drop.js';
import { StepFailed } from '../steps/failure.js';
import { isAboutTheAsked } from '../steps/refusals.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';

/** The broker said no: where that is about the link, and not about us, asking again cannot help. */
const refused = (fault: unknown): unknown =>
  fault instanceof BrokerError && fault.kind === 'refused'
    ? new StepFailed(removalRefused(fault), { forGood: isAboutTheAsked(fault) })
    : fault;

/** Ends a link at the broker. Ending it twice does no harm, so that it is simply repeated until the broker says yes. */
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
