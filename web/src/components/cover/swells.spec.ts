import { describe, expect, it } from 'vitest';
import { palettes } from './palettes.js';
import { landscapeOf, palettesOf } from './swells.js';

const names = ['Climate Tech', 'Artificial Intelligence', 'Clean Energy', 'Creator Economy', 'Ocean Energy'];

describe('covers', () => {
  it('draws the same picture for the same name, and another for another', () => {
    expect(landscapeOf('Ocean Energy')).toEqual(landscapeOf(' ocean energy '));
    expect(landscapeOf('Ocean Energy', 0)).not.toEqual(landscapeOf('Ocean Economy', 0));
  });

  it('has five swells and weighs about a kilobyte', () => {
    const { swells } = landscapeOf('Climate Tech');

    expect(swells).toHaveLength(5);
    expect(swells.map(({ path }) => path).join('').length).toBeLessThan(1_200);
  });

  it('never gives neighbours the same palette, in rows of one to four', () => {
    const chosen = palettesOf(Array.from({ length: 60 }, (_none, at) => names[at % names.length] ?? ''));

    for (const [at, palette] of chosen.entries())
      expect(chosen.slice(Math.max(0, at - 4), at)).not.toContain(palette);
    expect(Math.max(...chosen)).toBeLessThan(palettes.length);
  });
});
