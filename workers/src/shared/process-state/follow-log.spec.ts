import { createLog } from '@groundswell/platform';
import type { EventBatch, RecordedEvent, SubscribeOptions } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { followLog } from './follow-log.js';

const at = (position: bigint): EventBatch => ({
  events: [
    { id: String(position), metadata: { correlationId: 'c', causationId: 'c' } } as unknown as RecordedEvent,
  ],
  position: { commit: position, prepare: position },
});

/** Follows a log that a test writes, into tables that take their time. */
const follow = () => {
  const stopped = new AbortController();
  const news: string[] = [];
  const noted: string[] = [];
  const applies: ((fault?: Error) => void)[] = [];
  const subscriptions: { options: SubscribeOptions; end: (fault?: Error) => void }[] = [];
  const states: boolean[] = [];
  const ended = followLog({
    tables: {
      mendStranded: async () => undefined,
      mendDamaged: async () => undefined,
      checkpoint: async () => ({ after: undefined, mark: { log: undefined, seen: undefined } }),
      apply: () =>
        new Promise((resolve, reject) => applies.push((fault) => (fault ? reject(fault) : resolve()))),
      isMarked: async () => false,
    },
    eventStore: {
      subscribe: (options) =>
        new Promise((resolve, reject) => {
          options.signal.addEventListener('abort', () => resolve());
          subscriptions.push({ options, end: (fault) => (fault ? reject(fault) : resolve()) });
        }),
    },
    log: createLog({ service: 'spec', level: 'silent' }),
    signal: stopped.signal,
    model: { name: 'spec', categories: [] },
    pausing: { pause: async () => undefined },
    onNews: ({ id }) => void news.push(id),
    onNoted: (events) => void noted.push(...events.map(({ id }) => id)),
    onState: (state) => void states.push(state),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { stopped, news, noted, applies, subscriptions, states, ended, settle };
};

it('news is told while earlier events are still being applied', async () => {
  const { stopped, news, noted, applies, subscriptions, ended, settle } = follow();
  await settle();
  const { options } = subscriptions[0] ?? expect.fail();
  await options.onCaughtUp?.();
  for (const position of [1n, 2n]) await options.onBatch(at(position));
  expect([news, noted]).toEqual([['1', '2'], []]);
  applies.shift()?.();
  await settle();
  expect(noted).toEqual(['1']);
  applies.shift()?.();
  await settle();
  expect(noted).toEqual(['1', '2']);
  stopped.abort();
  await ended;
});

it('the log is read again from the tables when events could not be applied', async () => {
  const { stopped, applies, subscriptions, states, ended, settle } = follow();
  await settle();
  await subscriptions[0]?.options.onCaughtUp?.();
  await subscriptions[0]?.options.onBatch(at(1n));
  applies.shift()?.(new Error('the database is away'));
  await settle();
  expect([states, subscriptions.length]).toEqual([[true, false], 2]);
  stopped.abort();
  await ended;
});
