import type pg from 'pg';
import { expect, it } from 'vitest';
import { unknownStream } from '../domain/stream-state.js';
import { StreamStates } from './stream-states.js';

it('a stream name that is too long is neither looked up nor kept', async () => {
  let asked = 0;
  const query = () => {
    asked += 1;
    return Promise.resolve({ rows: [] });
  };
  const states = new StreamStates({ query } as unknown as pg.Pool);
  const long = 'x'.repeat(1024 * 1024);
  expect(await states.of(long)).toEqual(unknownStream);
  expect([asked, states.recall(long)]).toEqual([0, undefined]);
  expect(await states.of('x'.repeat(2_000))).toEqual(unknownStream);
  expect(asked).toBe(1);
});
