import type { EventStore } from '@groundswell/platform/event-store';

/** Id of the log, for findings about it; null when it is empty or unreachable. */
export const logOf = async (eventStore: Pick<EventStore, 'identity'>): Promise<string | null> =>
  (await eventStore.identity().catch(() => undefined)) ?? null;
