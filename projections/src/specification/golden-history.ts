import { readFileSync } from 'node:fs';
import { newestOf } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import type { NewEvent, RecordedEvent } from '@groundswell/platform/event-store';

/** An event of the golden history, in the version in which it was written. */
interface Stored extends Omit<RecordedEvent, 'revision' | 'position' | 'recordedAt' | 'type' | 'data'> {
  readonly type: string;
  readonly data: unknown;
  readonly recordedAt: string;
}

const file = new URL('../../../packages/contracts/src/golden/history/events.json', import.meta.url);

/** A history with every stored event shape, old ones included, in log order. */
export const goldenHistory = (): readonly Stored[] => JSON.parse(readFileSync(file, 'utf8'));

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The same for other trends, people, accounts and jobs in the same market. In today's event shapes, to
 * append.
 */
export const anotherHistory = (
  name: string,
): readonly { readonly stream: string; readonly event: NewEvent }[] => {
  const text = JSON.stringify(goldenHistory()).replace(uuid, (id) => derivedId(name, id));
  return (JSON.parse(text) as readonly Stored[]).map(({ id, stream, type, data, metadata }) => ({
    stream,
    event: { id, ...(newestOf({ type, data }) ?? { type, data }), metadata } as NewEvent,
  }));
};
