import { calls } from '@groundswell/contracts';
import type { ReadStore } from '@groundswell/platform/read-store';
import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.js';

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
  const made = { call: calls.getConcepts, body: Buffer.of(), etag: '"a"', models: [] };
  const positions = new Map([['trendList', 5n]]);
  expect(new KeptAnswers(store as ReadStore).holds({ ...made, positions })).toBe(holds);
});
