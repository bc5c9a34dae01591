import { readFileSync } from 'node:fs';
import { newestOf } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import * as concept from './concept/index.js';
import * as money from './money/index.js';
import * as user from './people/index.js';
import * as waitlist from './waitlist/index.js';

/**
 * The state that deciders build from a history with every stored event shape, old ones included. A state that
 * differs from `golden/` means that existing streams would lead to different decisions than before.
 */
interface Folding {
  readonly initialState: unknown;
  readonly evolve: (state: never, event: never) => unknown;
}
const foldings: Readonly<Record<string, Folding>> = { concept, tradingAccount: money, user, waitlist };

interface Stored {
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: object;
}
const stored: readonly Stored[] = JSON.parse(
  readFileSync(new URL('../../contracts/src/golden/history/events.json', import.meta.url), 'utf8'),
);

/** Maps and sets in JSON form, bigints as digits. */
const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return typeof value === 'bigint' ? value.toString() : value;
};

describe('the golden history', () => {
  it.each(Object.entries(foldings))('folds into the same %s states as ever', async (category, folding) => {
    const states = new Map<string, unknown>();
    for (const event of stored) {
      if (!event.stream.startsWith(`${category}-`)) continue;
      const state = states.get(event.stream) ?? folding.initialState;
      const newest = { ...event, ...newestOf(event) };
      states.set(event.stream, folding.evolve(state as never, newest as never));
    }
    expect(states.size).toBeGreaterThan(0);
    const text = `${JSON.stringify(Object.fromEntries(states), plain, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/${category}.json`);
  });
});
