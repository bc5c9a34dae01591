import { isRefusal, type Refusal, streamOf } from '@groundswell/contracts';
import { decide, evolve, initialState, type User, type UserCommand } from '@groundswell/domain/people';
import type { Log } from '@groundswell/platform';
import { type Done, dispatch, type EventStore, remembering } from '@groundswell/platform/event-store';
import type { IdentityChanges } from '@groundswell/platform/identity';
import type { Cause } from './cause.js';

/** What the log knows of accounts. */
export interface AccountLog {
  /** The account with this id in the log; undefined when there is none, or none any more. */
  find(userId: string): Promise<User | undefined>;
  /** Whether this command has changed the account. */
  hasDone(userId: string, commandId: string): Promise<boolean>;
  /** Appends to the account's stream, based on its state at that time. */
  change(userId: string, command: UserCommand, cause: Cause): Promise<Done | Refusal>;
}

export interface AccountLogParts {
  readonly eventStore: EventStore;
  readonly changes: Pick<IdentityChanges, 'noteChanged'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

const folding = { initialState, evolve };

/** Those of fifty thousand people who have one each, a kilobyte for each, or of one who had a reset mailed every hour for five years. */
const mostEvents = 50_000;

export const openAccountLog = ({ eventStore, changes, now, newId, log }: AccountLogParts): AccountLog => {
  // Anyone can have a reset mailed to a person every hour for years: signing in must not read all of them each time.
  const streams = remembering(eventStore, mostEvents);
  return {
    async find(userId) {
      const { state } = await streams.load(streamOf('user', userId), folding);
      return state.registered ? state : undefined;
    },
    hasDone: async (userId, commandId) =>
      (await streams.load(streamOf('user', userId), folding)).written.has(commandId),
    async change(userId, command, cause) {
      const done = await dispatch(eventStore, {
        stream: streamOf('user', userId),
        folding,
        decide: (user) => decide(command, user),
        context: {
          ...cause,
          commandId: cause.commandId ?? newId(),
          occurredAt: cause.occurredAt ?? now().toISOString(),
        },
      });
      if (isRefusal(done)) return done;
      // The event is written: a process that misses the notice learns of it within a minute.
      await changes
        .noteChanged(userId)
        .catch((error: unknown) => log.warn({ err: error }, 'could not tell other processes of an account'));
      return done;
    },
  };
};
