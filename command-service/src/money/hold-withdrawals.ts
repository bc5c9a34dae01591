import { type HoldCause, isRefusal, type Refusal, streamOf } from '@groundswell/contracts';
import { decide, holdFrom } from '@groundswell/domain/money';
import { dispatch, type EventStore, load } from '@groundswell/platform/event-store';
import { folding } from './asked.js';

export interface HoldParts {
  readonly eventStore: EventStore;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly days: number;
}

/** Holds withdrawals for a time, recorded in the log before the change that is the reason for it. */
export const createHoldWithdrawals =
  ({ eventStore, now, newId, days }: HoldParts) =>
  async (
    personId: string,
    cause: Exclude<HoldCause, 'new bank'>,
    correlationId: string,
  ): Promise<Refusal | undefined> => {
    const stream = streamOf('tradingAccount', personId);
    const known = await load(eventStore, stream, folding);
    if (known.revision === 'no_stream') return undefined;
    const done = await dispatch(eventStore, {
      stream,
      folding,
      decide: (account) => {
        // By the time of each decision: an earlier one could shorten a hold that came in between.
        const until = holdFrom(now(), days);
        return until === null ? [] : decide({ type: 'HoldWithdrawals', until, cause }, account);
      },
      context: {
        commandId: newId(),
        actor: { id: personId, role: 'anonymous' },
        correlationId,
        occurredAt: now().toISOString(),
      },
      known,
    });
    return isRefusal(done) ? done : undefined;
  };
