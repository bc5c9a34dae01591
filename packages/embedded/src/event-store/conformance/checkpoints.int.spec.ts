import { BACKWARDS, END, type Position, START, streamNameFilter } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, severalTested, tested } from './event-builders.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

/**
 * The checkpoint of a subscriber without any match in the log: no place in it, and nothing to continue from.
 */
const nothingYet = 2n ** 64n - 1n;

interface Wanted {
  readonly prefixes?: string[];
  readonly checkpointInterval?: number;
  readonly maxSearchWindow?: number;
  readonly from: Position | typeof START | typeof END;
}

/** A caught-up subscription that records each checkpoint in `said`, as `checkpoint <commit>`. */
const subscribed = async ({ from, prefixes = ['no-stream-has-this-name'], ...window }: Wanted) => {
  const reached: bigint[] = [];
  const filter = streamNameFilter({
    ...window,
    prefixes,
    checkpointReached: (_, { commit }) => {
      reached.push(commit);
      recorded?.said.push(`checkpoint ${commit}`);
    },
  });
  const recorded = new RecordedSubscription(server.client.subscribeToAll({ fromPosition: from, filter }));
  await recorded.hasSaid('caughtUp');
  return { recorded, reached };
};

/** An event, and the positions of further events written after it in one append. */
const followedBy = async (count: number, stream = newStream()) => {
  const { position } = await server.client.appendToStream(newStream(), tested());
  await server.client.appendToStream(stream, severalTested(count));
  const behind = await collect(server.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
  const commits = behind.reverse().map(({ event }) => event?.position?.commit ?? 0n);
  if (position === undefined) throw new Error('An append without a position.');
  return { position, commits };
};

describe('section 8: the checkpoints of history', () => {
  it('are one of 2^64 - 1 when nothing matches from the start on, and none ever after it', async () => {
    const window = { checkpointInterval: 1, maxSearchWindow: 100_000 };
    const { recorded, reached } = await subscribed({ from: START, ...window });
    expect(recorded.said).toEqual(['confirmation', `checkpoint ${nothingYet}`, 'caughtUp']);
    await recorded.subscription.unsubscribe();
    expect(reached).toEqual([nothingYet]);
  });

  it('lie where a window begins at whose end they are due, and the event asked for counts', async () => {
    const { position, commits } = await followedBy(150);
    const { recorded } = await subscribed({ from: position, checkpointInterval: 2 });
    const due = [commits[31], commits[95]].map((commit) => `checkpoint ${commit}`);
    expect(recorded.said).toEqual(['confirmation', ...due, 'caughtUp']);
    await recorded.subscription.unsubscribe();
  });

  it('begin with the very place that was asked for when each window has one', async () => {
    const { position, commits } = await followedBy(70);
    const { recorded, reached } = await subscribed({ from: position, checkpointInterval: 1 });
    expect(reached).toEqual([position.commit, commits[31]]);
    await recorded.subscription.unsubscribe();
  });

  it('are the place that was asked for when no window is complete', async () => {
    const { position } = await followedBy(150);
    const { recorded } = await subscribed({ from: position, checkpointInterval: 1, maxSearchWindow: 500 });
    expect(recorded.said).toEqual(['confirmation', `checkpoint ${position.commit}`, 'caughtUp']);
    await recorded.subscription.unsubscribe();
  });

  it('lie at the last event of a window that was sent, and no window holds more than 32 of those', async () => {
    const stream = newStream();
    const { position, commits } = await followedBy(40, stream);
    const wide = { checkpointInterval: 1, maxSearchWindow: 500 };
    const { recorded } = await subscribed({ from: position, prefixes: [stream], ...wide });
    const narrow = await subscribed({
      from: position,
      prefixes: [stream],
      checkpointInterval: 1,
      maxSearchWindow: 30,
    });
    expect(recorded.said.slice(-2)).toEqual([`checkpoint ${commits[39]}`, 'caughtUp']);
    // The first window includes the event at the requested position.
    expect(narrow.reached).toEqual([commits[28], commits[39]]);
    await recorded.subscription.unsubscribe();
    await narrow.recorded.subscription.unsubscribe();
  });

  it('are one for each event when each is a window, and one for each hidden start of the node', async () => {
    await followedBy(3);
    const events = await collect(server.client.readAll());
    const { recorded, reached } = await subscribed({
      from: START,
      checkpointInterval: 1,
      maxSearchWindow: 1,
    });
    expect(reached[0]).toBe(0n);
    expect(reached.length).toBeGreaterThan(events.length);
    expect(reached).toEqual([...new Set(reached)].sort((a, b) => Number(a - b)));
    await recorded.subscription.unsubscribe();
  });

  it('are none from the end, nor from the last event', async () => {
    const { commits } = await followedBy(1);
    const last = { commit: commits[0] ?? 0n, prepare: commits[0] ?? 0n };
    for (const from of [END, last] as const) {
      const { recorded } = await subscribed({ from, checkpointInterval: 1, maxSearchWindow: 500 });
      expect(recorded.said).toEqual(['confirmation', 'caughtUp']);
      await recorded.subscription.unsubscribe();
    }
  });
});

describe('section 8: the checkpoints of what is added', () => {
  it('come at every event when the window is one', async () => {
    const { recorded, reached } = await subscribed({ from: END, checkpointInterval: 1, maxSearchWindow: 1 });
    const { position, commits } = await followedBy(3);
    await recorded.until(() => reached.length === 4);
    expect(reached).toEqual([position.commit, ...commits]);
    await recorded.subscription.unsubscribe();
  });

  it('come after the given number of events since the subscription began, and not before', async () => {
    const { recorded, reached } = await subscribed({ from: END, checkpointInterval: 2, maxSearchWindow: 5 });
    const { position } = await server.client.appendToStream(newStream(), severalTested(9));
    // A node that has not switched from history to live events counts from that point.
    for (let added = 9; reached.length === 0 && added < 60; added += 1) {
      await server.client.appendToStream(newStream(), tested());
    }
    await recorded.until(() => reached.length > 0);
    expect(reached[0]).toBeGreaterThan(position?.commit ?? 0n);
    await recorded.subscription.unsubscribe();
  });

  it('follow the event that matches', async () => {
    const stream = newStream();
    const window = { prefixes: [stream], checkpointInterval: 1, maxSearchWindow: 1 };
    const { recorded } = await subscribed({ from: END, ...window });
    const { position } = await server.client.appendToStream(stream, tested());
    await recorded.hasSaid(`checkpoint ${position?.commit}`);
    expect(recorded.said.slice(-2)).toEqual(['event 0', `checkpoint ${position?.commit}`]);
    await recorded.subscription.unsubscribe();
  });
});

describe('section 8: going on from a checkpoint', () => {
  it('brings what comes behind it, and nothing that came before', async () => {
    const rare = newStream();
    const { position } = await followedBy(100);
    const { recorded, reached } = await subscribed({ from: position, checkpointInterval: 1 });
    await recorded.subscription.unsubscribe();
    const commit = reached.at(-1) ?? 0n;
    await server.client.appendToStream(rare, tested());
    const again = await subscribed({ from: { commit, prepare: commit }, prefixes: [rare, 'test-'] });
    const seen = again.recorded.events.map(({ event }) => event?.position?.commit ?? 0n);
    expect(seen[0]).toBeGreaterThan(commit);
    expect(again.recorded.events.at(-1)?.event?.streamId).toBe(rare);
    await again.recorded.subscription.unsubscribe();
  });
});
