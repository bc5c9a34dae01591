import { conceptCalls, headers, isRefusal } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import type { Heard, ReadModel, ReadStore } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { Answers } from './answers.js';

const [concepts, growth] = ['concepts', 'growth'].map((name) => ({ name }) as ReadModel) as [
  ReadModel,
  ReadModel,
];
const question = {
  call: conceptCalls.getConcepts,
  models: [concepts],
  beside: [growth],
  load: async () => ({ concepts: [] }),
};

/** Answers from two read models at positions of their own. */
const serving = (at: Record<string, bigint>) => {
  const heard = new Map<string, Heard>();
  const advance = (name: string, position: bigint, changed = position) => {
    at[name] = position;
    heard.set(name, { position, changed });
  };
  for (const [name, position] of Object.entries(at)) advance(name, position);
  const answers = new Answers({
    listening: true,
    heard: ({ name }: ReadModel) => heard.get(name),
    damage: () => undefined,
    onAdvance: () => () => undefined,
    waitFor: async () => true,
    read: async () => ({ value: { concepts: [] }, positions: new Map(Object.entries(at)) }),
  } as unknown as ReadStore);
  const ask = async (readAfter?: string) => {
    const told = new Map<string, string>();
    const exchange = {
      url: '/api/get_concepts/',
      header: (name: string) => (name === headers.readAfter ? readAfter : undefined),
      setHeader: (name: string, value: string) => void told.set(name, value),
    };
    expect(isRefusal(await answers.answer(question, exchange as unknown as Exchange))).toBe(false);
    return { position: told.get(headers.readPosition), stale: told.get(headers.readStale) };
  };
  return { advance, ask };
};

describe('the position of an answer', () => {
  it('is that of the read model that is behind, for which no one waits', async () => {
    const { ask } = serving({ concepts: 100n, growth: 90n });
    expect(await ask('100')).toEqual({ position: '90', stale: undefined });
  });

  it('follows read models that advance without a change while the answer is cached', async () => {
    const { ask, advance } = serving({ concepts: 100n, growth: 90n });
    await ask();
    advance('concepts', 110n, 100n);
    expect(await ask()).toMatchObject({ position: '90' });
    advance('growth', 110n, 90n);
    expect(await ask('110')).toEqual({ position: '110', stale: undefined });
  });
});
