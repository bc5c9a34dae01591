import { calls, headers, refuse } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import { OlderTables, type ReadStore } from '@groundswell/platform/read-store';
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
let store: Partial<ReadStore>;
let answers: Answers;
beforeEach(() => {
  time = createTime();
  store = {
    listening: true,
    heard: () => ({ position: 5n, changed: 5n }),
    damage: () => undefined,
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

const exchangeOf = (
  { network, user }: Asking,
  setHeader: Exchange['setHeader'],
  asked: Readonly<Record<string, string>> = {},
): Exchange => ({
  user,
  network,
  correlationId: 'a',
  url: '/',
  address: network,
  signal: new AbortController().signal,
  header: (name) => asked[name],
  setHeader,
  readForm: () => Promise.reject(new Error('there is no form')),
});

/** Asks for a position that never comes: until it is answered, it waits. */
const ask = (kind: keyof typeof kinds, who: Asking, way: 'answer' | 'file' = 'answer') => {
  const result = { answered: false, stale: false };
  const setHeader = (name: string, value: string): void => {
    if (name === headers.readStale) result.stale = value === 'true';
  };
  const exchange = exchangeOf(who, setHeader, { [headers.readAfter]: far });
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

describe('tables of an older version', () => {
  it('are refused as being brought up to date, which names them', async () => {
    const read = async () => {
      throw new OlderTables(['trendList']);
    };
    const answers = new Answers({ ...store, read } as ReadStore);
    const question = {
      call: calls.getConcept,
      models: [trendList],
      load: async () => refuse('ConceptNotFound'),
    };
    expect(
      await answers.answer(
        question,
        exchangeOf(stranger(1), () => undefined),
      ),
    ).toMatchObject({
      refused: 'Unavailable',
      message: expect.stringContaining('(trendList) is being brought up to date'),
    });
  });
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
