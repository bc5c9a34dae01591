import { describe, expect, it } from 'vitest';
import { patienceFor } from './upload-patience.js';

describe('the time until an upload is given up', () => {
  it.each([
    [0, 20_000],
    [262_144, 28_389],
    [937_500, 50_000],
    [5_242_880, 50_000],
  ])('grows with its %d bytes while servers wait for them: %d ms', (bytes, time) => {
    expect(patienceFor(bytes)).toBe(time);
  });
});
