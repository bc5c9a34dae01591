import { BACKWARDS, END, FORWARDS, type Position, START } from '@eventstore/db-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { collect, severalTested, tested } from './event-builders.js';
import { rawClient, read, readAllOptions } from './raw-client.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();
const [one, other] = [newStream(), newStream()];
const positions: Position[] = [];
const append = async (stream: string): Promise<void> => {
  const { position } = await server.client.appendToStream(stream, tested());
  if (position) positions.push(position);
};

beforeAll(async () => {
  for (const stream of [one, other, one, other]) await append(stream);
});

const readPositions = async (options: Parameters<typeof server.client.readAll>[0]) =>
  (await collect(server.client.readAll(options))).map(({ event }) => event?.position);

describe('section 6: readAll', () => {
  it('a fresh database holds a system event at a position after the start', async () => {
    const [first] = await collect(server.client.readAll({ maxCount: 1 }));
    expect(first?.event).toMatchObject({ streamId: expect.stringMatching(/^\$\$/), type: '$metadata' });
    expect(first?.commitPosition).toBeGreaterThan(0n);
  });

  it('forwards from the start is the order of commit over all streams', async () => {
    const all = await collect(server.client.readAll({ direction: FORWARDS, fromPosition: START }));
    const ours = all.filter(({ event }) => event?.streamId === one || event?.streamId === other);
    expect(ours.map(({ event }) => event?.streamId)).toEqual([one, other, one, other]);
    expect(ours.map(({ event }) => event?.position)).toEqual(positions);
  });

  it('forwards from a position is inclusive', async () => {
    const fromPosition = positions[1] ?? START;
    expect(await readPositions({ direction: FORWARDS, fromPosition })).toEqual(positions.slice(1));
  });

  it('backwards from a position is exclusive', async () => {
    const fromPosition = positions[2] ?? END;
    const found = await readPositions({ direction: BACKWARDS, fromPosition, maxCount: 2 });
    expect(found).toEqual([positions[1], positions[0]]);
  });

  it('backwards from the end starts with the newest', async () => {
    const found = await readPositions({ direction: BACKWARDS, fromPosition: END, maxCount: 2 });
    expect(found).toEqual([positions[3], positions[2]]);
  });

  it('forwards from the end, and backwards from the start, is empty', async () => {
    expect(await readPositions({ direction: FORWARDS, fromPosition: END })).toEqual([]);
    expect(await readPositions({ direction: BACKWARDS, fromPosition: START })).toEqual([]);
  });

  it('from a place within an event is refused, and from one behind the end finds nothing', async () => {
    const [begin, end] = [positions[1], positions[3]];
    const within = { commit: (begin?.commit ?? 0n) + 7n, prepare: (begin?.commit ?? 0n) + 7n };
    for (const direction of [FORWARDS, BACKWARDS] as const) {
      const read = collect(server.client.readAll({ direction, fromPosition: within, maxCount: 2 }));
      await expect(read).rejects.toThrow('Unexpected ReadAllResult: InvalidPosition');
    }
    const behind = { commit: (end?.commit ?? 0n) + 50_000_000n, prepare: (end?.commit ?? 0n) + 50_000_000n };
    expect(await readPositions({ direction: FORWARDS, fromPosition: behind })).toEqual([]);
  });

  it('shows everything that is not scavenged: truncated and deleted streams, metadata, tombstones', async () => {
    const [truncated, softDeleted, tombstoned] = [newStream(), newStream(), newStream()];
    const from = (await server.client.appendToStream(truncated, severalTested(3))).position ?? START;
    await server.client.setStreamMetadata(truncated, { maxCount: 1 });
    await server.client.appendToStream(softDeleted, tested());
    await server.client.deleteStream(softDeleted);
    await server.client.appendToStream(tombstoned, tested());
    await server.client.tombstoneStream(tombstoned);
    const found = await collect(server.client.readAll({ fromPosition: from }));
    expect(found.map(({ event }) => [event?.streamId, event?.type])).toEqual([
      [truncated, 'Tested'],
      [`$$${truncated}`, '$metadata'],
      [softDeleted, 'Tested'],
      [`$$${softDeleted}`, '$metadata'],
      [tombstoned, 'Tested'],
      [tombstoned, '$streamDeleted'],
    ]);
    expect(found.at(-1)?.event?.revision).toBe(9_223_372_036_854_775_807n);
  });

  it('ends without an error, and sends nothing but events', async () => {
    const { messages, fault } = await read(rawClient(server), readAllOptions());
    expect(fault).toBeUndefined();
    expect(messages.every((message) => message.hasEvent())).toBe(true);
  });
});
