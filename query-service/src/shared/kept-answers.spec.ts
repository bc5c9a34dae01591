import { calls } from '@groundswell/contracts';
import type { ReadStore } from '@groundswell/platform/read-store';
import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.js';

const made = { call: calls.getConcepts, body: Buffer.of(), etag: '"a"', models: [] };

it('answers of many questions take up 16 MiB at most, and the oldest goes first', () => {
  const kept = new KeptAnswers({ onAdvance: () => () => undefined } as Partial<ReadStore> as ReadStore);
  const body = Buffer.alloc(63 * 1024);
  const questions = Array.from({ length: 300 }, (_, turn) => `question ${turn}`);
  for (const question of questions) kept.keep(question, { ...made, body, positions: new Map() });
  const held = questions.filter((question) => kept.get(question));
  expect(held.length).toBeGreaterThan(250);
  expect(held.length).toBeLessThanOrEqual(256);
  expect(held).toEqual(questions.slice(-held.length));
});

it.each([
  ['holds while nothing has changed since', { position: 9n, changed: 5n }, true],
  ['does not hold once anything has', { position: 9n, changed: 6n }, false],
  ['does not hold while its read model was not heard of, as after a lost connection', undefined, false],
])('an answer %s', (_, heard, holds) => {
  const store: Partial<ReadStore> = {
    listening: true,
    heard: () => heard,
    onAdvance: () => () => undefined,
  };
  const positions = new Map([['trendList', 5n]]);
  expect(new KeptAnswers(store as ReadStore).holds({ ...made, positions })).toBe(holds);
});
