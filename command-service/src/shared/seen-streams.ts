import { setTimeout } from 'node:timers/promises';
import type { StreamCategory } from '@groundswell/contracts';
import { backOff, type Log, timeLimits } from '@groundswell/platform';
import {
  type EventStore,
  type Loading,
  type RememberedStreams,
  remembering,
} from '@groundswell/platform/event-store';

/** Streams that commands have decided on, kept up to date by following the log. */
export interface SeenStreams {
  readonly load: Loading;
  /** As `RememberedStreams.recall`. Nothing is recalled while the log is not followed: it may be another one. */
  readonly recall: RememberedStreams['recall'];
  readonly append: RememberedStreams['append'];
  readonly readStream: EventStore['readStream'];
  /** Stops following the log. */
  close(): Promise<void>;
}

export interface SeenStreamsParts {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream' | 'head' | 'subscribe'>;
  readonly categories: readonly StreamCategory[];
  readonly log: Log;
}

/** Events of all streams that are remembered: about a hundred megabytes, or 3,000 customers with a hundred events each. */
const mostEvents = 300_000;

/** First and longest pause before the log is followed again after a fault, in milliseconds. */
const pauses = { first: 500, most: 15_000 };

export const followStreams = ({ eventStore, categories, log }: SeenStreamsParts): SeenStreams => {
  const streams = remembering(eventStore, mostEvents);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pausing = backOff(pauses);
  let following = false;
  const lose = (): void => {
    following = false;
  };
  const follow = async (): Promise<void> => {
    // What was appended before this is read when a command asks for it.
    const after = await eventStore.head();
    await eventStore.subscribe({
      name: 'streams of commands',
      after,
      categories,
      signal,
      async onBatch({ events }) {
        for (const event of events) streams.learn(event);
      },
      onCaughtUp() {
        pausing.reset();
        // What was remembered before may be of another log.
        streams.forget();
        following = true;
      },
      onDisconnected: lose,
    });
  };
  const followed = (async () => {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (fault) {
        lose();
        log.warn({ err: fault }, 'the log is not followed; commands read their streams until it is');
        await pausing.wait(signal);
      }
    }
  })();
  return {
    load: streams.load,
    recall: (stream, folding) => (following ? streams.recall(stream, folding) : undefined),
    append: streams.append,
    readStream: eventStore.readStream,
    async close() {
      stopping.abort();
      // It may be waiting for a store that is silent.
      await Promise.race([followed, setTimeout(timeLimits.farewell, undefined, { ref: false })]);
    },
  };
};
