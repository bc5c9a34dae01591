import { calls } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { parseInput } from './call-input.js';
import { Refused } from './refused.js';

const half = '🌊'.slice(0, 1);
const body = { concept_id: 'c1', description: 'Power from the sea.', reason: 'Clearer' };

const refusalOf = (given: object) => {
  try {
    parseInput(calls.describeConcept, { params: {}, query: {}, body: given });
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return undefined;
};

describe('a text that cannot be stored', () => {
  it.each([
    ['half an emoji', `wave ${half}`],
    ['U+0000', 'wave \0'],
  ])('is refused by its field when it has %s', (_, description) => {
    expect(refusalOf(body)).toBeUndefined();
    expect(refusalOf({ ...body, description })).toMatchObject({
      refused: 'InvalidRequest',
      fields: { description: 'This text has a broken character. Enter it again.' },
    });
  });

  it('is refused in a query as well', () => {
    expect(() =>
      parseInput(calls.getConcept, { params: {}, query: { concept_id: '\0' }, body: undefined }),
    ).toThrow(Refused);
  });
});

describe('a body of unknown fields', () => {
  it('is refused, and little of it is echoed', () => {
    const flood = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}${'x'.repeat(200)}`, 1]),
    );
    const refusal = refusalOf({ ...body, ...flood });
    expect(Object.keys(refusal?.fields ?? {})).toHaveLength(20);
    expect(JSON.stringify(refusal).length).toBeLessThan(4_000);
  });
});
