import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Dispatch, DispatchHandler } from './command-bus.js';
import { followStreams } from './seen-streams.js';

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

/** Counts what is sent to the store. `hold` is asked about each append before it is sent. */
const handling = (hold: (append: number) => Promise<void> = async () => undefined) => {
  const sent = { appends: 0 };
  const append: EventStore['append'] = async (...asked) => {
    sent.appends += 1;
    await hold(sent.appends);
    return store.append(...asked);
  };
  const log = createLog({ service: 'command-service', level: 'silent' });
  const streams = followStreams({ eventStore: { ...store, append }, categories: ['concept'], log });
  onTestFinished(() => streams.close());
  const handler = new DispatchHandler(streams);
  const folding = { initialState: 0 as unknown, evolve: (count: unknown) => Number(count) + 1 };
  const name = (stream: string, to: string) =>
    handler.execute(
      new Dispatch<unknown, AnyEvent>({
        stream,
        folding,
        decide: (count) => [
          count === 0
            ? { type: 'ConceptCreated', data: { conceptId: 'c', name: to, description: 'About it' } }
            : { type: 'ConceptRenamed', data: { name: to } },
        ],
        context: {
          commandId: randomUUID(),
          actor: { id: 'a-spec', role: 'system' },
          correlationId: 'a-correlation',
          occurredAt: '2026-01-05T09:00:00.000Z',
        },
      }),
    );
  return { name, sent };
};

describe('commands on one stream that come at once', () => {
  it('are decided one after the other, so that none is sent to the store in vain', async () => {
    const { name, sent } = handling();
    const stream = `concept-${randomUUID()}`;
    const done = await Promise.all(Array.from({ length: 30 }, (_, index) => name(stream, `Name ${index}`)));
    expect(done).toEqual(done.map((_, revision) => expect.objectContaining({ revision: BigInt(revision) })));
    expect(sent.appends).toBe(30);
  });

  it('wait for one that gets no answer for a second, and then go on', async () => {
    const never = new Promise<void>(() => undefined);
    const { name } = handling((append) => (append === 1 ? never : Promise.resolve()));
    const stream = `concept-${randomUUID()}`;
    void name(stream, 'Frozen');
    const begun = performance.now();
    const done = await Promise.all([name(stream, 'One'), name(stream, 'Two'), name(stream, 'Three')]);
    expect(done.map((each) => 'changed' in each && each.changed)).toEqual([true, true, true]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('hold up no other stream', async () => {
    const never = new Promise<void>(() => undefined);
    const { name } = handling((append) => (append === 1 ? never : Promise.resolve()));
    void name(`concept-${randomUUID()}`, 'Frozen');
    const begun = performance.now();
    await name(`concept-${randomUUID()}`, 'Other');
    expect(performance.now() - begun).toBeLessThan(900);
  });
});
