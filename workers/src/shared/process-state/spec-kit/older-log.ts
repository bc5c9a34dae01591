import { openDatabase } from '@groundswell/platform/database';
import { formatPosition, type Position } from '@groundswell/platform/event-store';
import type { Stack } from '@groundswell/testing';

/** Replaces the log with a copy that ends at the given position. */
export const restoreOlderLog = async (stack: Stack, end: Position): Promise<void> => {
  await stack.eventStore?.stop();
  const log = openDatabase({ url: stack.logDatabaseUrl, name: 'spec', connections: 1 });
  await log.query('DELETE FROM event WHERE position > $1', [formatPosition(end)]);
  await log.close();
  await stack.restartEventStore();
};
