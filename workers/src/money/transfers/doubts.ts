import { forgetOldest } from '@groundswell/platform';

/** What one process knows about attempts beyond the log. Losing it with the process is safe. */
export interface Doubts {
  /** Stores the command of a fence that is about to be written, before anything is sent. */
  fencing(commandId: string): void;
  /** From here on, the call for that fence may be in flight. */
  sending(commandId: string): void;
  /** Whether this process wrote the fence with that command and sent nothing after it. */
  isUnsent(commandId: string | undefined): boolean;
  /** Milliseconds since this process first saw that an attempt's outcome is unknown, by the monotonic clock. */
  waited(attempt: string): number;
}

/** Entries at most; the oldest is forgotten first, which only makes it wait again, or a person be asked. */
const most = 10_000;

/** @param monotonic milliseconds of a clock that is never set */
export const openDoubts = (monotonic: () => number): Doubts => {
  const unsent = new Set<string>();
  const firstSeen = new Map<string, number>();
  return {
    fencing(commandId) {
      unsent.add(commandId);
      forgetOldest(unsent, most);
    },
    sending: (commandId) => void unsent.delete(commandId),
    isUnsent: (commandId) => commandId !== undefined && unsent.has(commandId),
    waited(attempt) {
      const since = firstSeen.get(attempt) ?? monotonic();
      if (!firstSeen.has(attempt)) {
        firstSeen.set(attempt, since);
        forgetOldest(firstSeen, most);
      }
      return monotonic() - since;
    },
  };
};
