import type { AccountEvent, FollowOptions, StreamItem } from '@groundswell/broker';
import { beginningOfEvents } from '@groundswell/broker';
import { createLog } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { EarlyMessages } from './early-messages.js';
import { type Listening, listen } from './listen.js';

const minute = 60_000;

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
  async function* funding({ signal }: FollowOptions): AsyncGenerator<never> {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  const listening = {
    dependencies: {
      store: { readCursor: async () => beginningOfEvents, saveCursor: async () => undefined },
      broker: { events: { accounts, funding } },
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

/** The cursor kept after one message with this id, at a time. */
const cursorAfter = async (id: string, time: number): Promise<string | undefined> => {
  const ending = new AbortController();
  let kept: string | undefined;
  async function* accounts(): AsyncGenerator<StreamItem<AccountEvent>> {
    yield { kind: 'event', event: { id, accountId: 'nobody here', at: new Date(time) } as AccountEvent };
  }
  async function* funding(): AsyncGenerator<never> {}
  const listening = {
    dependencies: {
      store: {
        readCursor: async () => beginningOfEvents,
        async saveCursor(_stream: string, cursor: string) {
          kept = cursor;
          ending.abort();
        },
        personOfAccount: async () => undefined,
      },
      broker: { events: { accounts, funding } },
      now: () => new Date(time),
    },
    early: new EarlyMessages(),
    onConnected: () => undefined,
  } as unknown as Listening;
  await listen(listening, ending.signal);
  return kept;
};

describe('the broker listener', () => {
  it('continues after the last message, or after now if that has an id from the future', async () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await cursorAfter(id, 1_469_922_850_259)).toBe(id);
    expect(await cursorAfter('7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 1_469_922_850_259)).toBe(
      '01ARZ3NDEK0000000000000000',
    );
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
