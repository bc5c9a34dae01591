import { calls, headers, refuse } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import type { ReadStore } from '@groundswell/platform/read-store';
import { trendList } from '@groundswell/projections';
import { beforeEach, describe, expect, it } from 'vitest';
import { Answers } from './answers.js';

/** A position that no log reaches. */
const far = (2n ** 63n - 1n).toString();

/** Time does not pass: readers who may wait at all wait until it is over for all of them. */
const createTime = () => {
  let over = (): void => undefined;
  let isOver = Promise.resolve();
  const begin = (): void => {
    isOver = new Promise((resolve) => {
      over = resolve;
    });
  };
  begin();
  return {
    pass: () => isOver,
    end() {
      over();
      begin();
    },
  };
};

let time: ReturnType<typeof createTime>;
let answers: Answers;
beforeEach(() => {
  time = createTime();
  const store: Partial<ReadStore> = {
    listening: true,
    heard: () => ({ position: 5n, changed: 5n }),
    onAdvance: () => () => undefined,
    async waitFor(_models, _position, milliseconds) {
      if (milliseconds > 0) await time.pass();
      return false;
    },
    read: async (models, work) => ({
      value: await work({ query: async () => [], copyIn: async () => undefined }),
      positions: new Map(models.map(({ name }) => [name, 5n])),
    }),
  };
  answers = new Answers(store as ReadStore);
});

type Asking = Pick<Exchange, 'network'> & Partial<Pick<Exchange, 'user'>>;

const kinds = { read: calls.getConcept, scan: calls.getConsistency };

/** Asks for a position that never comes: until it is answered, it waits. */
const ask = (kind: keyof typeof kinds, { network, user }: Asking, way: 'answer' | 'file' = 'answer') => {
  const result = { answered: false, stale: false };
  const exchange: Exchange = {
    user,
    network,
    correlationId: 'a',
    url: kinds[kind].path,
    address: network,
    signal: new AbortController().signal,
    header: (name) => (name === headers.readAfter ? far : undefined),
    setHeader(name, value) {
      if (name === headers.readStale) result.stale = value === 'true';
    },
    readForm: () => Promise.reject(new Error('there is no form')),
  };
  const question = { call: kinds[kind], models: [trendList], load: async () => refuse('ConceptNotFound') };
  const answered = way === 'file' ? answers.waitFor(question, exchange) : answers.answer(question, exchange);
  void answered.then(() => {
    result.answered = true;
  });
  return result;
};

const askFrom = (kind: keyof typeof kinds, times: number, who: (turn: number) => Asking) =>
  Array.from({ length: times }, (_, turn) => ask(kind, who(turn)));

const soon = () => new Promise((resolve) => setImmediate(resolve));
const waiting = (asked: readonly { answered: boolean }[]) => asked.filter(({ answered }) => !answered).length;

const stranger = (turn: number): Asking => ({ network: `192.0.2.${turn % 100}` });
const person = (turn: number): Asking => ({
  network: '192.0.2.1',
  user: { id: `person-${turn % 100}`, role: 'user', sessionId: 'a' },
});

describe('readers who wait for a position that is not reached', () => {
  it.each([
    { kind: 'read', places: 50 },
    { kind: 'scan', places: 4 },
  ] as const)(
    'take $places places of the kind $kind, from however many networks, and the others are told at once',
    async ({ kind, places }) => {
      const asked = askFrom(kind, 500, stranger);
      await soon();
      expect(waiting(asked)).toBe(places);
      expect(asked.filter(({ answered, stale }) => answered && !stale)).toEqual([]);
    },
  );

  it.each([
    { kind: 'read', places: 16 },
    { kind: 'scan', places: 2 },
  ] as const)(
    'have $places places of the kind $kind in one network, and as many as one person',
    async ({ kind, places }) => {
      const [ofNetwork, ofPerson] = [stranger, person].map((who) => askFrom(kind, 60, () => who(1)));
      await soon();
      expect([ofNetwork, ofPerson].map((asked) => waiting(asked ?? []))).toEqual([places, places]);
    },
  );

  it('leave people who are signed in places of their own', async () => {
    askFrom('read', 500, stranger);
    const own = ask('read', person(1));
    await soon();
    expect(own.answered).toBe(false);
  });

  it.each(['answer', 'file'] as const)(
    'leave their places to the next when they get their %s',
    async (way) => {
      const first = [1, 2].map(() => ask('scan', stranger(1), way));
      const refused = ask('scan', stranger(1), way);
      await soon();
      expect([waiting(first), refused]).toEqual([2, { answered: true, stale: true }]);
      time.end();
      await soon();
      expect(waiting(first)).toBe(0);
      const next = [1, 2, 3].map(() => ask('scan', stranger(1), way));
      await soon();
      expect(waiting(next)).toBe(2);
    },
  );
});
