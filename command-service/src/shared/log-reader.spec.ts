import {
  type EventBatch,
  LogCutShort,
  OtherLog,
  type RecordedEvent,
} from '@groundswell/platform/event-store';
import { describe, expect, it, vi } from 'vitest';
import { createLogReader } from './log-reader.js';

const at = (commit: bigint) => ({ commit, prepare: commit });
const event = (id: string) => ({ id }) as RecordedEvent;
const batch = (position: bigint, log: string, ...ids: string[]): EventBatch => ({
  events: ids.map(event),
  position: at(position),
  mark: { log, seen: undefined },
});

/** A log that answers one reading after the other. */
const reading = (...answers: (readonly EventBatch[] | Error)[]) => {
  const found: string[] = [];
  const readAll = vi.fn(async function* () {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    yield* answer;
  });
  const expectLog = vi.fn(async () => undefined);
  const read = createLogReader({
    eventStore: { readAll, expectLog },
    categories: ['concept'],
    onBeginning: () => found.splice(0),
    onEvent: ({ id }) => found.push(id),
  });
  return { found, read, readAll, expectLog };
};
const beginning = { after: undefined, mark: { log: undefined, seen: undefined }, categories: ['concept'] };

describe('a reader that comes back to the log', () => {
  it('reads on from where it ended, in the log that it knows', async () => {
    const { found, read, readAll } = reading([batch(3n, 'a', 'one', 'two')], [batch(5n, 'a', 'three')]);
    await read();
    await read();
    expect(found).toEqual(['one', 'two', 'three']);
    expect(readAll.mock.calls).toEqual([
      [beginning],
      [{ after: at(3n), mark: { log: 'a', seen: undefined }, categories: ['concept'] }],
    ]);
  });

  it.each([
    ['an older log was restored', new LogCutShort(3n, 1n)],
    ['an operator decided for another log', new OtherLog('a', 'b')],
  ])('begins again when %s', async (_, fault) => {
    const { found, read, readAll } = reading([batch(3n, 'a', 'one', 'two')], fault, [
      batch(1n, 'b', 'other'),
    ]);
    await read();
    await read();
    expect(found).toEqual(['other']);
    expect(readAll.mock.calls.at(-1)).toEqual([beginning]);
  });

  it('reads nothing of a log that is not the expected one', async () => {
    const { read, readAll, expectLog } = reading();
    expectLog.mockRejectedValue(new OtherLog('a', 'b'));
    await expect(read()).rejects.toThrow(OtherLog);
    expect(readAll).not.toHaveBeenCalled();
  });
});
