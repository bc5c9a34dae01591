/** What one process knows of attempts, next to the log. It is lost with the process, which makes nothing unsafe. */
export interface Doubts {
  /** Notes the command of a fence that is about to be written, before anything is sent behind it. */
  fencing(commandId: string): void;
  /** From here on the call of that fence may be on its way. */
  sending(commandId: string): void;
  /** Whether the fence with that command is this process's own, and nothing was sent behind it. */
  isUnsent(commandId: string | undefined): boolean;
  /** Milliseconds since this process first saw that the outcome of an attempt is not known, by the monotonic clock. */
  waited(attempt: string): number;
}

/** Entries at most; the oldest is forgotten first, which only makes it wait again, or a person be asked. */
const most = 10_000;

const forgetOldest = (known: { size: number; keys(): Iterator<string>; delete(key: string): void }): void => {
  if (known.size > most) known.delete(String(known.keys().next().value));
};

/** @param monotonic milliseconds of a clock that no one sets */
export const openDoubts = (monotonic: () => number): Doubts => {
  const unsent = new Set<string>();
  const firstSeen = new Map<string, number>();
  return {
    fencing(commandId) {
      unsent.add(commandId);
      forgetOldest(unsent);
    },
    sending: (commandId) => void unsent.delete(commandId),
    isUnsent: (commandId) => commandId !== undefined && unsent.has(commandId),
    waited(attempt) {
      const since = firstSeen.get(attempt) ?? monotonic();
      if (!firstSeen.has(attempt)) {
        firstSeen.set(attempt, since);
        forgetOldest(firstSeen);
      }
      return monotonic() - since;
    },
  };
};
