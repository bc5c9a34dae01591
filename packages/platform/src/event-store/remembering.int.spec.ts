import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyEvent } from '@groundswell/contracts';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectEventStore } from './connect.js';
import { dispatch } from './dispatch.js';
import { remembering as rememberingUpTo } from './remembering.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventStore, RecordedEvent } from './types.js';

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

/** Remembers all that a test asks for, unless it says otherwise. */
const remembering = (eventStore: Pick<EventStore, 'append' | 'readStream'>, most = 10_000) =>
  rememberingUpTo(eventStore, most);

const names = {
  initialState: [] as readonly string[],
  evolve: (state: readonly string[], { data }: AnyEvent) => [...state, 'name' in data ? `${data.name}` : ''],
};

/** Bytes. */
const heapInUse = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
};

/** The store, with a note of how many events each read brought. */
const watched = () => {
  const reads: number[] = [];
  const readStream: EventStore['readStream'] = async (stream, from) => {
    const read = await store.readStream<never>(stream, from);
    reads.push(read.events.length);
    return read;
  };
  return { reads, store: { ...store, readStream } };
};

const begun = async (...later: string[]): Promise<string> => {
  const stream = `concept-${randomUUID()}`;
  await store.append(stream, [conceptCreated('One'), ...later.map(conceptRenamed)], {
    expectedRevision: 'no_stream',
  });
  return stream;
};

const rename = (stream: string, name: string, revision: bigint) =>
  store.append(stream, [conceptRenamed(name)], { expectedRevision: revision });

describe('a stream that is remembered', () => {
  it('is read from its last known event on, and is the same as if all of it had been', async () => {
    const { reads, store: counted } = watched();
    const { load: loading } = remembering(counted);
    const stream = await begun('Two', 'Three');
    await loading(stream, names);
    await rename(stream, 'Four', 2n);
    await rename(stream, 'Five', 3n);
    expect(await loading(stream, names)).toEqual(await remembering(store).load(stream, names));
    expect((await loading(stream, names)).state).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
    expect(reads).toEqual([3, 3, 1]);
  });

  it('is read as a whole by another fold, when it was forgotten, and when there was nothing before', async () => {
    const { reads, store: counted } = watched();
    const { load: loading } = remembering(counted, 3);
    const [one, other, none] = [await begun('Two'), await begun('Two'), `concept-${randomUUID()}`];
    await loading(one, names);
    await loading(one, { ...names });
    await loading(other, names);
    await loading(one, names);
    expect((await loading(none, names)).revision).toBe('no_stream');
    await store.append(none, [conceptCreated('New')], { expectedRevision: 'no_stream' });
    expect((await loading(none, names)).state).toEqual(['New']);
    expect(reads).toEqual([2, 2, 2, 2, 0, 1]);
  });

  it('drops no other when it has more events than may be remembered in all', async () => {
    const { reads, store: counted } = watched();
    const { load: loading } = remembering(counted, 3);
    const [short, long] = [await begun('Two'), await begun('Two', 'Three', 'Four')];
    for (const stream of [short, long, short]) await loading(stream, names);
    expect(reads).toEqual([2, 4, 1]);
  });

  it('grows by the events that a subscription brings, in order, and is recalled without asking the store', async () => {
    const { reads, store: counted } = watched();
    const streams = remembering(counted);
    const stream = await begun();
    expect(streams.recall(stream, names)).toBeUndefined();
    await streams.load(stream, names);
    await rename(stream, 'Two', 0n);
    await rename(stream, 'Three', 1n);
    const { events } = await store.readStream(stream);
    const learn = (...revisions: number[]) => {
      for (const revision of revisions) streams.learn(events[revision] as RecordedEvent);
      return streams.recall(stream, names)?.state;
    };
    // One that is missing, and those that are known already.
    expect(learn(2, 0)).toEqual(['One']);
    expect(learn(1, 1)).toEqual(['One', 'Two']);
    expect(learn(2)).toEqual(['One', 'Two', 'Three']);
    expect(streams.recall(stream, names)).toEqual(await remembering(store).load(stream, names));
    expect(streams.recall(stream, { ...names })).toBeUndefined();
    expect(reads).toEqual([1]);
    streams.forget();
    expect(streams.recall(stream, names)).toBeUndefined();
    streams.learn(events[2] as RecordedEvent);
    expect(streams.recall(stream, names)).toBeUndefined();
  });

  it('grows by what the process appends itself', async () => {
    const streams = remembering(store);
    const stream = await begun();
    await streams.load(stream, names);
    const renames = [conceptRenamed('Two'), conceptRenamed('Three')];
    await streams.append(stream, renames, { expectedRevision: 0n });
    expect(streams.recall(stream, names)).toMatchObject({ revision: 2n, state: ['One', 'Two', 'Three'] });
    // What the subscription brings afterwards is known already, and so is the last event to the next read.
    for (const event of (await store.readStream(stream)).events) streams.learn(event);
    await rename(stream, 'Four', 2n);
    expect((await streams.load(stream, names)).state).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('is forgotten when the store has something else of what was appended: it took it for a repeat', async () => {
    const streams = remembering(store);
    const stream = await begun();
    await streams.load(stream, names);
    const first = conceptRenamed('First');
    await store.append(stream, [first], { expectedRevision: 0n });
    const metadata = { ...first.metadata, occurredAt: '2026-01-05T09:00:01.000Z' };
    const again = { ...conceptRenamed('Again'), id: first.id, metadata };
    await streams.append(stream, [again], { expectedRevision: 0n });
    expect(streams.recall(stream, names)?.state).toEqual(['One', 'Again']);
    for (const event of (await store.readStream(stream)).events) streams.learn(event);
    expect(streams.recall(stream, names)).toBeUndefined();
    expect((await streams.load(stream, names)).state).toEqual(['One', 'First']);
  });

  it('is not remembered when everything was forgotten during its read', async () => {
    const stream = await begun();
    let begin = (): void => undefined;
    const mayRead = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const streams = remembering({
      ...store,
      readStream: async (name, from) => {
        await mayRead;
        return store.readStream<never>(name, from);
      },
    });
    const loading = streams.load(stream, names);
    streams.forget();
    begin();
    expect((await loading).state).toEqual(['One']);
    expect(streams.recall(stream, names)).toBeUndefined();
  });

  it('takes no memory when it does not exist, however many are read', async () => {
    const { load: loading } = remembering({
      ...store,
      readStream: async () => ({ events: [], revision: 'no_stream' }),
    });
    const askFor = async (many: number) => {
      for (let count = 0; count < many; count += 1) await loading(`concept-${randomUUID()}`, names);
      return heapInUse();
    };
    const before = await askFor(1_000);
    expect((await askFor(50_000)) - before).toBeLessThan(4_000_000);
  });

  it('takes a third of a kilobyte for an event at most: what commands wrote, and not what it says', async () => {
    const [many, each] = [200, 250];
    const readStream = async (stream: string) => {
      const events = Array.from({ length: each }, (_, revision) => {
        const event = conceptRenamed(`Name ${stream} ${revision}`);
        // As read: the text of a new id is made of many pieces.
        const commandId = Buffer.from(randomUUID()).toString('latin1');
        const metadata = { ...event.metadata, commandId };
        const position = { commit: BigInt(revision), prepare: BigInt(revision) };
        return { ...event, metadata, stream, revision: BigInt(revision), position, recordedAt: new Date() };
      });
      return { events, revision: BigInt(each - 1) } as never;
    };
    const { load: loading, recall } = remembering({ ...store, readStream }, many * each);
    const counted = { initialState: 0, evolve: (count: number) => count + 1 };
    const before = heapInUse();
    for (let count = 0; count < many; count += 1) await loading(`concept-${count}`, counted);
    expect(recall('concept-0', counted)?.state).toBe(each);
    expect((heapInUse() - before) / (many * each)).toBeLessThan(333);
    expect(recall(`concept-${many - 1}`, counted)?.state).toBe(each);
  });

  it('is read as a whole when the store holds another event in the place of the last one', async () => {
    const [restored, before] = [await begun('Another', 'Third'), await begun('Two')];
    let current = before;
    const { load: loading } = remembering({
      ...store,
      readStream: (_stream, from) => store.readStream<never>(current, from),
    });
    expect((await loading('concept', names)).state).toEqual(['One', 'Two']);
    current = restored;
    expect((await loading('concept', names)).state).toEqual(['One', 'Another', 'Third']);
  });
});

describe('a decision on a recently read stream', () => {
  const contextOf = () => {
    const commandId = randomUUID();
    const occurredAt = new Date().toISOString();
    return { commandId, actor: { id: 'ann', role: 'staff' }, correlationId: commandId, occurredAt } as const;
  };
  /** Says `name` unless it is said already. */
  const saying = (name: string) => (state: readonly string[]) =>
    state.includes(name) ? [] : [{ type: 'ConceptRenamed' as const, data: { name } }];

  it('reads nothing when that is still current, and decides again when it is not', async () => {
    const { reads, store: counted } = watched();
    const stream = await begun();
    const known = await remembering(store).load(stream, names);
    const ask = (name: string) =>
      dispatch(counted, { stream, folding: names, decide: saying(name), context: contextOf(), known });
    expect(await ask('Two')).toMatchObject({ revision: 1n, changed: true });
    expect(reads).toEqual([]);
    expect(await ask('Three')).toMatchObject({ revision: 2n, changed: true });
    expect(reads).toEqual([2]);
    expect(await ask('Two')).toMatchObject({ revision: 2n, changed: false });
    expect(await ask('One')).toMatchObject({ revision: 2n, changed: false });
    expect((await remembering(store).load(stream, names)).state).toEqual(['One', 'Two', 'Three']);
  });

  it('knows what each command wrote, and that the same key came with another request', async () => {
    const { reads, store: counted } = watched();
    const streams = remembering(counted);
    const stream = await begun();
    await streams.load(stream, names);
    const ask = (name: string, key: { readonly commandId: string; readonly requestHash?: string }) =>
      dispatch(
        { ...counted, append: streams.append },
        {
          ...{ stream, folding: names, decide: saying(name) },
          context: { ...contextOf(), ...key },
          known: streams.recall(stream, names),
        },
        streams.load,
      );
    const [one, other] = [{ commandId: randomUUID(), requestHash: 'Two' }, { commandId: randomUUID() }];
    expect(await ask('Two', one)).toMatchObject({ revision: 1n, changed: true });
    expect(await ask('Three', other)).toMatchObject({ revision: 2n, changed: true });
    const { events } = await store.readStream(stream);
    const [, first, second] = events.map(({ position, revision }) => ({
      position,
      revision,
      changed: false,
    }));
    const before = reads.length;
    // Told by what is remembered, and by the stream itself.
    expect(await ask('Two', one)).toEqual(first);
    expect(await ask('Four', other)).toEqual(second);
    expect(await ask('Four', { ...one, requestHash: 'Four' })).toMatchObject({
      refused: 'IdempotencyKeyReused',
    });
    expect(reads.slice(before)).toEqual([1, 1, 1]);
    streams.forget();
    expect(await ask('Two', one)).toEqual(first);
    expect(reads.at(-1)).toBe(3);
  });
});
