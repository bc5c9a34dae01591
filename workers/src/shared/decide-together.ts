import { isRefusal, type Refusal, streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import type { Outcome, TradingAccount } from '@groundswell/domain/money';
import type { Pausing } from '@groundswell/platform';
import { dispatch, type EventStore } from '@groundswell/platform/event-store';
import { accountFolding, type LoadedAccount, loadAccount } from './accounts.js';
import type { JobContext } from './jobs.js';

/** What a command of one of two operators came to. A proposal has an end: ISO 8601. */
export type Together =
  | { readonly state: 'decided' }
  | { readonly state: 'proposed'; readonly until: string | null };

/**
 * Proposes a decision about a person's account, or makes it as the second operator.
 * @param loading how the account is read @throws EventStoreError
 */
export const decideTogether = async (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  userId: string,
  decide: (account: TradingAccount) => Outcome,
  context: JobContext,
  {
    loading = () => loadAccount(eventStore, userId),
    pausing,
  }: { readonly loading?: () => Promise<LoadedAccount>; readonly pausing?: Pausing } = {},
): Promise<Together | Refusal> => {
  const stream = streamOf('tradingAccount', userId);
  const asked = {
    ...{ stream, folding: accountFolding, decide },
    context: { ...context, correlationId: context.commandId },
  };
  const done = await dispatch<TradingAccount, TradingAccountEvent>(eventStore, asked, loading, pausing);
  if (isRefusal(done)) return done;
  const { events } = await eventStore.readStream<TradingAccountEvent>(stream);
  const proposal = events.find(
    ({ data, metadata }) => metadata.commandId === context.commandId && 'until' in data,
  );
  return proposal && 'until' in proposal.data
    ? { state: 'proposed', until: proposal.data.until }
    : { state: 'decided' };
};
