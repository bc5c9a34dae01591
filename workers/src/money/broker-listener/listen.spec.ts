import type { AccountEvent, FollowOptions, StreamItem } from '@groundswell/broker';
import { beginningOfEvents } from '@groundswell/broker';
import { createLog } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { EarlyMessages } from './early-messages.js';
import { type Listening, listen } from './listen.js';

const minute = 60_000;

/** A stream without messages, until its signal. */
async function* silentUntil({ signal }: FollowOptions): AsyncGenerator<never> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** The pauses of a listener whose connections fail after the given times. The other stream is silent. */
const pausesAfter = async (lasting: readonly number[]): Promise<number[]> => {
  let time = 0;
  const pauses: number[] = [];
  const ending = new AbortController();
  const connections = lasting.values();

  async function* accounts(): AsyncGenerator<StreamItem<AccountEvent>> {
    const { value: lasts = 0, done } = connections.next();
    if (done) return ending.abort();
    if (lasts > 0) yield { kind: 'connected' };
    // Let pending messages be processed before time advances.
    await new Promise((resolve) => setImmediate(resolve));
    time += lasts;
    throw new Error('refused');
  }
  const listening = {
    dependencies: {
      store: { readCursor: async () => beginningOfEvents, saveCursor: async () => undefined },
      broker: { events: { accounts, funding: silentUntil } },
      log: createLog({ service: 'test', level: 'silent' }),
      now: () => new Date(time),
      random: () => 1,
      pause: async (milliseconds: number) => void pauses.push(milliseconds),
    },
    early: new EarlyMessages(),
    onConnected: () => undefined,
  } as unknown as Listening;
  await listen(listening, ending.signal);
  return pauses;
};

/** The cursors stored while messages with these ids arrive, one after another at the same time, until the stream ends. */
const cursorsAfter = async (time: number, ...ids: readonly string[]): Promise<string[]> => {
  const ending = new AbortController();
  const stored: string[] = [];
  async function* accounts(): AsyncGenerator<StreamItem<AccountEvent>> {
    for (const id of ids) {
      yield { kind: 'event', event: { id, accountId: 'unknown', at: new Date(time) } as AccountEvent };
      // Each is handled before the next comes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    ending.abort();
  }
  const listening = {
    dependencies: {
      store: {
        readCursor: async () => beginningOfEvents,
        saveCursor: async (_stream: string, cursor: string) => void stored.push(cursor),
        personOfAccount: async () => undefined,
      },
      broker: { events: { accounts, funding: silentUntil } },
      now: () => new Date(time),
      monotonic: () => 0,
    },
    early: new EarlyMessages(),
    onConnected: () => undefined,
  } as unknown as Listening;
  await listen(listening, ending.signal);
  return stored;
};

describe('the broker listener', () => {
  it('continues after the last message, or after now if that has an id from the future', async () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await cursorsAfter(1_469_922_850_259, id)).toEqual([id]);
    expect(await cursorsAfter(1_469_922_850_259, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toEqual([
      '01ARZ3NDEK0000000000000000',
    ]);
  });

  it('stores how far it came at once, and again when the stream ends', async () => {
    const ids = ['1', '2', '3'].map((last) => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`);
    expect(await cursorsAfter(1_469_922_850_259, ...ids)).toEqual([ids[0], ids[2]]);
  });

  it('comes back the later the more often it fails', async () => {
    expect(await pausesAfter([0, 0, 0, 0, 0, 0, 0])).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
  });

  it('comes back soon after it has listened for a while, however often it failed before', async () => {
    expect(await pausesAfter([0, 0, 0, 0, minute, 0])).toEqual([500, 1_000, 2_000, 4_000, 500, 1_000]);
  });

  it('is not hurried by connections that stand for a moment alone', async () => {
    expect(await pausesAfter([100, 100, 100])).toEqual([500, 1_000, 2_000]);
  });
});
