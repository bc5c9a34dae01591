import { randomUUID } from 'node:crypto';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectEventStore } from './connect.js';
import { InvalidEvent, WrongExpectedRevision } from './errors.js';
import { load } from './load.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventStore } from './types.js';

let stack: Stack;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: true });
  store = connectEventStore({ url: stack.eventStoreUrl });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

const newStream = () => `concept-${randomUUID()}`;

describe('append and read', () => {
  it('gives back what was appended, in order, with position and revision', async () => {
    const stream = newStream();
    const created = conceptCreated('Ocean');
    const first = await store.append(stream, [created], { expectedRevision: 'no_stream' });
    const second = await store.append(stream, [conceptRenamed('Sea'), conceptRenamed('Blue')], {
      expectedRevision: first.revision,
    });
    const { events, revision } = await store.readStream(stream);
    expect(events.map(({ type, revision }) => [type, revision])).toEqual([
      ['ConceptCreated', 0n],
      ['ConceptRenamed', 1n],
      ['ConceptRenamed', 2n],
    ]);
    expect(events[0]).toMatchObject({
      id: created.id,
      stream,
      data: created.data,
      metadata: created.metadata,
    });
    expect(events[0]?.position).toEqual(first.position);
    expect(events[2]?.position).toEqual(second.position);
    expect(revision).toBe(2n);
    expect(await store.head()).toEqual(second.position);
  });

  it('knows a stream that does not exist', async () => {
    expect(await store.readStream(newStream())).toEqual({ events: [], revision: 'no_stream' });
  });

  it('folds a stream', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One'), conceptRenamed('Two')], {
      expectedRevision: 'no_stream',
    });
    const names = await load(store, stream, {
      initialState: [] as string[],
      evolve: (state, event: { type: string; data: { name?: string } }) => [...state, event.data.name ?? ''],
    });
    expect(names).toMatchObject({ state: ['One', 'Two'], revision: 1n });
  });

  it('tells a conflict with both revisions', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    const conflict = store.append(stream, [conceptRenamed('Two')], { expectedRevision: 'no_stream' });
    await expect(conflict).rejects.toThrow(WrongExpectedRevision);
    await expect(conflict).rejects.toMatchObject({ stream, expected: 'no_stream', actual: 0n });
  });

  it('answers a repeat with the same ids as it did the first time', async () => {
    const stream = newStream();
    const events = [conceptCreated('One'), conceptRenamed('Two')];
    const first = await store.append(stream, events, { expectedRevision: 'no_stream' });
    expect(await store.append(stream, events, { expectedRevision: 'no_stream' })).toEqual(first);
    expect((await store.readStream(stream)).events).toHaveLength(2);
  });

  it('does not append what the catalogue does not allow', async () => {
    const stream = newStream();
    const nameless = { ...conceptRenamed('x'), data: { title: 'x' } };
    const faulty = store.append(stream, [nameless as never], { expectedRevision: 'no_stream' });
    await expect(faulty).rejects.toThrow(InvalidEvent);
    // No read model could ever apply these.
    for (const name of ['wave \ud83c', 'wave \0']) {
      const broken = store.append(stream, [conceptRenamed(name)], { expectedRevision: 'any' });
      await expect(broken).rejects.toThrow('a text in it cannot be stored');
    }
    const unknown = { ...conceptRenamed('x'), type: 'ConceptUpdated' };
    await expect(store.append(stream, [unknown as never], { expectedRevision: 'any' })).rejects.toThrow(
      'the catalogue does not know it',
    );
    expect((await store.readStream(stream)).revision).toBe('no_stream');
  });

  it('drops fields that are not in the schema, so that nothing unforeseen is kept for ever', async () => {
    const stream = newStream();
    const renamed = { ...conceptRenamed('Two'), data: { name: 'Two', email: 'ann@example.test' } };
    await store.append(stream, [renamed], { expectedRevision: 'no_stream' });
    expect((await store.readStream(stream)).events[0]?.data).toEqual({ name: 'Two' });
  });

  it('reads the log from after a position up to another, other categories left out', async () => {
    const stream = newStream();
    const before = await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    await store.append(`user-${randomUUID()}`, [{ ...conceptRenamed('x'), type: 'StaffGranted', data: {} }], {
      expectedRevision: 'no_stream',
    });
    const until = await store.append(
      stream,
      [1, 2, 3].map((n) => conceptRenamed(`${n}`)),
      {
        expectedRevision: before.revision,
      },
    );
    await store.append(stream, [conceptRenamed('later')], { expectedRevision: until.revision });
    const read = [];
    for await (const batch of store.readAll({
      after: before.position,
      until: until.position,
      categories: ['concept'],
      batchSize: 2,
    })) {
      expect(batch.events.length).toBeLessThanOrEqual(2);
      read.push(...batch.events);
    }
    expect(read.map(({ data }) => data)).toEqual([{ name: '1' }, { name: '2' }, { name: '3' }]);
  });
});
