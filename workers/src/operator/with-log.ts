import { randomUUID } from 'node:crypto';
import { createLog } from '@groundswell/platform';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Parsed, reasonOf } from '@groundswell/platform/operator';
import type { JobContext } from '../shared/jobs.js';
import { configFor, readActor } from './config.js';

/**
 * Opens the log for one command and closes it afterwards. @throws FatalFault, EventStoreUnavailable,
 * EventStoreTimeout
 */
export const withLog = async <T>(work: (eventStore: EventStore) => Promise<T>): Promise<T> => {
  const { EVENTSTORE_URL: url } = configFor('log');
  const eventStore = connectEventStore({ url, logger: createLog({ service: 'operator', level: 'silent' }) });
  try {
    // A long read would wait for an unreachable store: someone at a terminal gets an error instead.
    await eventStore.head();
    return await work(eventStore);
  } finally {
    await eventStore.dispose();
  }
};

/** Who decides, when, and why. @throws WrongUsage, FatalFault */
export const contextOf = (parsed: Parsed): JobContext => ({
  commandId: randomUUID(),
  actor: readActor(parsed),
  occurredAt: new Date().toISOString(),
  reason: reasonOf(parsed),
});
