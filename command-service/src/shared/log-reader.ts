import type { StreamCategory } from '@groundswell/contracts';
import {
  type EventStore,
  LogCutShort,
  type LogMark,
  OtherLog,
  type Position,
  type RecordedEvent,
} from '@groundswell/platform/event-store';

interface Reading {
  readonly eventStore: Pick<EventStore, 'expectLog' | 'readAll'>;
  readonly categories: readonly StreamCategory[];
  /** Called whenever the log is read from its beginning. */
  readonly onBeginning?: () => void;
  readonly onEvent: (event: RecordedEvent) => void;
}

/**
 * Reads the log to its end: from its beginning at first, then from where that ended; from its beginning again when an older
 * log was restored, or an operator decided for another one.
 */
export const createLogReader = ({
  eventStore,
  categories,
  onBeginning,
  onEvent,
}: Reading): (() => Promise<void>) => {
  let after: Position | undefined;
  let mark: LogMark | undefined;

  const readOn = async (): Promise<void> => {
    if (!after) onBeginning?.();
    const from = { after, mark: mark ?? { log: undefined, seen: undefined }, categories };
    for await (const batch of eventStore.readAll(from)) {
      for (const event of batch.events) onEvent(event);
      ({ position: after, mark } = batch);
    }
  };

  return async () => {
    await eventStore.expectLog();
    try {
      await readOn();
    } catch (fault) {
      if (!(fault instanceof LogCutShort || fault instanceof OtherLog)) throw fault;
      [after, mark] = [undefined, undefined];
      await readOn();
    }
  };
};
