import { describe, expect, it } from 'vitest';
import { deciderSpecification } from './decider-specification.js';

type Event = { type: 'Filled'; litres: number };
const specification = deciderSpecification({
  initialState: 0,
  evolve: (state: number, event: Event) => state + event.litres,
  decide: (litres: number, state: number, facts: { size: number }) =>
    state + litres > facts.size ? { refused: 'Overflow' as const } : [{ type: 'Filled' as const, litres }],
});
const fullBucket = specification.given([{ type: 'Filled', litres: 9 }]);

describe('deciderSpecification', () => {
  it('folds the given events before it decides', () => {
    fullBucket.when(1, { size: 10 }).then([{ type: 'Filled', litres: 1 }]);
    fullBucket.when(2, { size: 10 }).thenRefused('Overflow');
  });

  it('fails on other, more or fewer events, and on a refusal', () => {
    const outcome = fullBucket.when(1, { size: 10 });
    expect(() => outcome.then([{ type: 'Filled', litres: 2 }])).toThrow();
    expect(() => outcome.then([])).toThrow();
    expect(() => outcome.thenRefused('Overflow')).toThrow();
    expect(() => fullBucket.when(2, { size: 10 }).then([])).toThrow();
  });
});
