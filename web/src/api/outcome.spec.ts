import { describe, expect, it } from 'vitest';
import { errorOf, outrun, timedOut, unreachable } from './api-error.js';
import { outcomeOf } from './outcome.js';

const proofNeeded = errorOf(403, { code: 'ProofNeeded', error: 'Enter a code first.' });

describe('a command that failed', () => {
  it.each([400, 404, 422])('was refused when the answer is %i, whatever was in doubt before', (status) => {
    for (const inDoubt of [false, true]) expect(outcomeOf(errorOf(status, {}), inDoubt)).toBe('refused');
  });

  it('was refused when someone else was faster, which also shows only after a look', () => {
    for (const inDoubt of [false, true])
      expect(outcomeOf(outrun('Look at theirs.'), inDoubt)).toBe('refused');
  });

  it.each([
    ['a fault of the server', errorOf(503, {})],
    ['a conflict', errorOf(409, { code: 'SubmissionUnderWay' })],
    ['a limit', errorOf(429, {})],
    ['a refusal before anybody looked', errorOf(403, {})],
    ['no answer in time', timedOut()],
    ['no answer at all', unreachable()],
    ['a bug', new TypeError('none of the above')],
  ])('may have been done after all with %s', (_what, failure) => {
    expect(outcomeOf(failure, false)).toBe('unknown');
  });

  it('waits for a code that is asked for first', () => {
    expect(outcomeOf(proofNeeded, false)).toBe('unproven');
  });

  it('stays in doubt when a code is asked for: that comes before it is looked whether it was done', () => {
    expect(outcomeOf(proofNeeded, true)).toBe('unknown');
  });
});
