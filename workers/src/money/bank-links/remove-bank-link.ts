import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';

/** Ends a link at the broker. Ending it twice does no harm, so that it is simply repeated until the broker says yes. */
export const removeBankLink = async (work: Work, bankLinkId: string): Promise<StepEnd> => {
  const { surroundings, desk, userId, loaded, signal } = work;
  const relationshipId = loaded.state.bankLinks.get(bankLinkId)?.relationshipId;
  if (relationshipId !== undefined) {
    await surroundings.broker.bankLinks.remove(brokerAccountOf(work), relationshipId, signal);
  }
  await desk.tell(userId, { type: 'RecordBankLinkRemoved', bankLinkId });
  return 'done';
};
