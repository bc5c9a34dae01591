import { describe, expect, it } from 'vitest';
import { NotDone } from './run.js';
import { refuseToCome } from './to-come.js';

const now = new Date('2026-11-20T12:00:00Z');
const ask = (text: string, position?: bigint, head: bigint | undefined = 303n) => {
  refuseToCome({ text, position }, head, now);
};

describe('the moment of a look back', () => {
  it.each([
    ['2099-01-01', undefined],
    ['2026-11-21', undefined],
    ['2026-11-20T12:00:01Z', undefined],
    ['304', 304n],
  ])('is refused when it is in the future: %s', (text, position) => {
    expect(() => ask(text, position)).toThrow(NotDone);
    expect(() => ask(text, position)).toThrow(`${text} is still to come: the log ends at position 303.`);
  });

  it.each([
    ['2026-11-20', undefined],
    ['2026-11-20T07:00:00-05:00', undefined],
    ['303', 303n],
  ])('may be the present: %s', (text, position) => {
    expect(() => ask(text, position)).not.toThrow();
  });

  it('is refused on an empty log', () => {
    expect(() => refuseToCome({ text: '1', position: 1n }, undefined, now)).toThrow('the log is empty');
  });
});
