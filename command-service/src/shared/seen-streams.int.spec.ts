import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { connectEventStore, dispatch, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { followStreams, type SeenStreams } from './seen-streams.js';

const log = createLog({ service: 'command-service', level: 'silent' });

let stack: Stack;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  store = connectEventStore({ url: stack.eventStoreUrl });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

const names = {
  initialState: [] as readonly string[],
  evolve: (state: readonly string[], { data }: AnyEvent) => [...state, 'name' in data ? `${data.name}` : ''],
};

const follow = (changed: Partial<EventStore> = {}) => {
  const reads: string[] = [];
  const readStream: EventStore['readStream'] = (stream, from) => {
    reads.push(stream);
    return store.readStream<never>(stream, from);
  };
  const eventStore = { ...store, readStream, ...changed };
  const streams = followStreams({ eventStore, categories: ['concept'], log });
  onTestFinished(() => streams.close());
  return { streams, reads };
};

/** It gets no news of other processes. */
const followDeaf = () =>
  follow({ subscribe: (options) => store.subscribe({ ...options, onBatch: async () => undefined }) });

/** A command that gives a stream a name which it does not have yet. */
const name = (
  streams: Pick<SeenStreams, 'load' | 'recall' | 'append' | 'readStream'>,
  stream: string,
  to: string,
  key: { readonly commandId: string; readonly requestHash?: string } = { commandId: randomUUID() },
) =>
  dispatch(
    streams,
    {
      stream,
      folding: names,
      decide: (state: readonly string[]): AnyEvent[] =>
        state.length === 0
          ? [{ type: 'ConceptCreated', data: { conceptId: 'c', name: to, description: 'About it' } }]
          : state.includes(to)
            ? []
            : [{ type: 'ConceptRenamed', data: { name: to } }],
      context: {
        ...key,
        actor: { id: 'a-spec', role: 'system' },
        correlationId: 'a-correlation',
        occurredAt: '2026-01-05T09:00:00.000Z',
      },
      known: streams.recall(stream, names),
    },
    streams.load,
  );

/** The names of a stream, in the order that they were given. */
const namesOf = async (stream: string): Promise<readonly string[]> =>
  (await store.readStream(stream)).events.reduce<readonly string[]>(names.evolve, []);

const isRecalled = (streams: SeenStreams, stream: string, state: readonly string[]) =>
  expect.poll(() => streams.recall(stream, names)?.state).toEqual(state);

/** A new stream, once all of these remember it. Until they follow the log, each command reads. */
const begun = async (...followers: SeenStreams[]): Promise<string> => {
  const stream = `concept-${randomUUID()}`;
  const recalled = async (streams: SeenStreams) => {
    await name(streams, stream, 'One').catch(() => undefined);
    return streams.recall(stream, names)?.state;
  };
  for (const streams of followers) await expect.poll(() => recalled(streams)).toEqual(['One']);
  return stream;
};

describe('a stream that commands have seen', () => {
  it('is decided on without being read, also after another process has written to it', async () => {
    const [one, other] = [follow(), follow()];
    const stream = await begun(one.streams, other.streams);
    const before = [one.reads.length, other.reads.length];
    await name(one.streams, stream, 'Two');
    await isRecalled(other.streams, stream, ['One', 'Two']);
    await name(other.streams, stream, 'Three');
    await isRecalled(one.streams, stream, ['One', 'Two', 'Three']);
    await name(one.streams, stream, 'Four');
    expect(await namesOf(stream)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect([one.reads.length, other.reads.length]).toEqual(before);
  });

  it('is read and decided on again when it has grown and no news of that has come', async () => {
    const deaf = followDeaf();
    const stream = await begun(deaf.streams);
    const { streams } = follow();
    await name(streams, stream, 'Two');
    const before = deaf.reads.length;
    // The same name again: by what it remembers, it would give it a second time.
    expect(await name(deaf.streams, stream, 'Two')).toMatchObject({ changed: false, revision: 1n });
    expect(await namesOf(stream)).toEqual(['One', 'Two']);
    expect(deaf.reads.length).toBe(before + 1);
  });

  it('keeps a key from being used again with another body, though the first request is not seen yet', async () => {
    const deaf = followDeaf();
    const stream = await begun(deaf.streams);
    const commandId = randomUUID();
    await name(follow().streams, stream, 'Two', { commandId, requestHash: 'of two' });
    expect(await name(deaf.streams, stream, 'Three', { commandId, requestHash: 'of three' })).toMatchObject({
      refused: 'IdempotencyKeyReused',
    });
    expect(await namesOf(stream)).toEqual(['One', 'Two']);
  });

  it('is forgotten when the log is no longer followed: the next one may be another', async () => {
    const { streams } = follow();
    const stream = await begun(streams);
    await stack.eventStore?.stop();
    await expect.poll(() => streams.recall(stream, names)).toBeUndefined();
    await stack.restartEventStore();
    await begun(streams);
    expect(streams.recall(stream, names)).toBeUndefined();
  });
});
