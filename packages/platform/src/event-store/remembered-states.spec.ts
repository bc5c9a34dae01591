import type { DomainEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { rememberingStates } from './remembered-states.js';
import type { EventStore, RecordedEvent } from './types.js';

/** A store whose streams can be replaced, and which counts the events that it hands out. */
const openStore = () => {
  const streams = new Map<string, readonly string[]>();
  let read = 0;
  const readStream = async (stream: string, from = 0n) => {
    const ids = streams.get(stream) ?? [];
    const events = ids.map((id, at) => ({ id, stream, revision: BigInt(at) })).slice(Number(from));
    read += events.length;
    return { events, revision: 'no_stream' };
  };
  return {
    eventStore: { readStream } as unknown as Pick<EventStore, 'readStream'>,
    put: (stream: string, ...ids: readonly string[]) => void streams.set(stream, ids),
    readSince: () => {
      const since = read;
      read = 0;
      return since;
    },
  };
};

const folding = {
  initialState: '',
  evolve: (state: string, event: DomainEvent) => state + (event as RecordedEvent).id,
};

describe('remembered states', () => {
  it('are brought up to date by what is new alone', async () => {
    const { eventStore, put, readSince } = openStore();
    const stateOf = rememberingStates(eventStore, folding, 10);
    put('ann', ...'abcdefgh');
    expect([await stateOf('ann'), readSince()]).toEqual(['abcdefgh', 8]);
    expect([await stateOf('ann'), readSince()]).toEqual(['abcdefgh', 1]);
    put('ann', ...'abcdefghij');
    expect([await stateOf('ann'), readSince()]).toEqual(['abcdefghij', 3]);
  });

  it('are read from the start when the log is another one', async () => {
    const { eventStore, put } = openStore();
    const stateOf = rememberingStates(eventStore, folding, 10);
    for (const ids of ['abc', 'abX', 'a', '', 'ab']) {
      put('ann', ...ids);
      expect(await stateOf('ann')).toBe(ids);
    }
  });

  it('are as many as allowed: the one that was read longest ago is dropped', async () => {
    const { eventStore, put, readSince } = openStore();
    const stateOf = rememberingStates(eventStore, folding, 2);
    for (const name of ['ann', 'bob', 'cyd']) put(name, ...'abcd');
    for (const name of ['ann', 'bob', 'ann', 'cyd']) await stateOf(name);
    readSince();
    expect([await stateOf('ann'), readSince()]).toEqual(['abcd', 1]);
    expect([await stateOf('bob'), readSince()]).toEqual(['abcd', 4]);
  });
});
