import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectEventStore } from '@groundswell/platform/event-store';

/** A right password is recorded even when a code is needed next: that answer is a refusal. */
const toldNonetheless = 'NewNetworkSignedIn';

/** Events that refused requests left in the log, found by correlation id; empty when there are none. */
export const leftInLog = async (
  dataDirectory: string,
  refusedIds: ReadonlySet<string>,
): Promise<{ readonly events: number; readonly left: string[] }> => {
  const operator: { EVENTSTORE_URL: string } = JSON.parse(
    readFileSync(join(dataDirectory, 'operator.json'), 'utf8'),
  );
  const eventStore = connectEventStore({ url: operator.EVENTSTORE_URL });
  const left: string[] = [];
  let events = 0;
  try {
    for await (const { events: batch } of eventStore.readAll()) {
      for (const { type, position, metadata } of batch) {
        events += 1;
        if (refusedIds.has(metadata.correlationId) && type !== toldNonetheless)
          left.push(`${type} at ${position.commit}, of the refused request ${metadata.correlationId}`);
      }
    }
  } finally {
    await eventStore.dispose();
  }
  return { events, left };
};
