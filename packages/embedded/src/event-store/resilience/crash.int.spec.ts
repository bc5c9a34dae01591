import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStoreDBClient, type Position, type ResolvedEvent, START } from '@eventstore/db-client';
import { expect, it, vi } from 'vitest';
import { tested } from '../conformance/event-builders.js';
import { ServerUnderTest } from '../conformance/own-server.js';
import { seededRandom } from './seeded-random.js';

/** `npm run conformance` asks for more than `npm test`; each run kills at moments of its own. */
const rounds = Number(process.env.KILLS ?? 20);
const writers = 16;
/** In each round all writers start; then the server is killed at a random moment within some milliseconds. */
const longest = 120;

/** An event the server acknowledged. */
interface Acknowledged {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/**
 * Appends events one by one to its own stream, continuing in every round where the stream ends. An append with an
 * unknown outcome is repeated with the same id and expectation in the next round, as applications do.
 */
class Writer {
  readonly stream = `crash-${randomUUID()}`;
  readonly acknowledged: Acknowledged[] = [];
  #next = { id: randomUUID(), revision: -1n };

  async run(client: EventStoreDBClient): Promise<void> {
    for (;;) {
      const { id, revision } = this.#next;
      try {
        const { nextExpectedRevision, position } = await client.appendToStream(this.stream, tested({}, id), {
          expectedRevision: revision < 0n ? 'no_stream' : revision,
        });
        this.acknowledged.push({
          id,
          stream: this.stream,
          revision: nextExpectedRevision,
          position: position?.commit ?? -1n,
        });
        this.#next = { id: randomUUID(), revision: nextExpectedRevision };
      } catch (fault) {
        if (isLoss(fault)) return;
        throw fault;
      }
    }
  }
}

/** The connection is gone: CANCELLED, UNAVAILABLE, or the client's version of them. */
const isLoss = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && (fault.code === 1 || fault.code === 14);

/** Follows the log over all rounds, resuming where it stopped, as a projection does. */
class Follower {
  readonly seen: ResolvedEvent[] = [];
  #from: Position | typeof START = START;

  follow(client: EventStoreDBClient): void {
    const subscription = client.subscribeToAll({ fromPosition: this.#from });
    subscription.on('error', () => {});
    subscription.on('data', (resolved: ResolvedEvent) => {
      this.seen.push(resolved);
      this.#from = resolved.event?.position ?? this.#from;
    });
  }
}

it(`${rounds} times kill -9 while ${writers} write: every acknowledged event is there once, in order, without a gap`, async () => {
  const seed = randomInt(2 ** 31);
  console.log(`seed of the crash test: ${seed}`);
  const random = seededRandom(seed);
  const server = new ServerUnderTest('own process');
  await server.start();
  const all = Array.from({ length: writers }, () => new Writer());
  const follower = new Follower();

  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await server.startAgain();
    follower.follow(server.newClient());
    const writing = Promise.all(all.map((writer) => writer.run(server.client)));
    const begun = appendsOf(all);
    await vi.waitUntil(() => appendsOf(all) >= begun + writers, { timeout: 60_000, interval: 1 });
    await sleep(random() * longest);
    await server.part.kill();
    await writing;
  }

  await server.startAgain();
  const acknowledged = all.flatMap((writer) => writer.acknowledged);
  follower.follow(server.newClient());
  const stored = await readLog(server.client);
  await expect.poll(() => follower.seen.length, { timeout: 60_000 }).toBe(stored.length);
  await server.stop();

  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writers);
  const positions = stored.map(({ event }) => event?.position?.commit);
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))));
  expect(follower.seen.map(({ event }) => event?.position?.commit)).toEqual(positions);

  const places = new Map<string, unknown[]>();
  for (const { event } of stored) {
    const found = places.get(event?.id ?? '') ?? [];
    places.set(event?.id ?? '', [...found, [event?.streamId, event?.revision, event?.position?.commit]]);
  }
  for (const { id, stream, revision, position } of acknowledged) {
    expect(places.get(id)).toEqual([[stream, revision, position]]);
  }
  for (const { stream } of all) {
    const revisions = stored
      .filter(({ event }) => event?.streamId === stream)
      .map(({ event }) => event?.revision);
    expect(revisions).toEqual(revisions.map((_, index) => BigInt(index)));
  }
  console.log(`${acknowledged.length} appends were acknowledged in ${rounds} rounds`);
}, 300_000);

const appendsOf = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

const readLog = async (client: EventStoreDBClient): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = [];
  for await (const event of client.readAll({ fromPosition: START })) events.push(event);
  return events;
};
