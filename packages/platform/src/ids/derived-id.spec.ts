import { describe, expect, it } from 'vitest';
import { derivedId } from './derived-id.js';

describe('derived ids', () => {
  it('are the same for the same parts, forever', () => {
    expect(derivedId('command', '0')).toBe(derivedId('command', '0'));
    expect(derivedId('command', '0')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('differ when the same text is split into other parts', () => {
    const ids = [derivedId('a', 'bc'), derivedId('ab', 'c'), derivedId('abc'), derivedId('a', 'b', 'c')];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
