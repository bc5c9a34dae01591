import { describe, expect, it } from 'vitest';
import { unsavedDraftIn } from './unsaved-draft.js';

const tab = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, load: () => unsavedDraftIn(storage) };
};

const typed = { first_name: 'Grace', last_name: 'Hopper' };

describe('a draft that was unsaved when the page was reloaded', () => {
  it('is missing in what is saved, until that is the same', () => {
    const { load } = tab();
    load().keep(typed, 'ann');
    const page = load();

    expect(page.isMissingIn(null, 'ann')).toBe(true);
    expect(page.isMissingIn({ ...typed, last_name: 'Hop' }, 'ann')).toBe(true);
    expect(page.isMissingIn({ last_name: 'Hopper', first_name: 'Grace' }, 'ann')).toBe(false);
  });

  it('is no concern of another person', () => {
    const { load } = tab();
    load().keep(typed, 'ann');

    expect(load().isMissingIn(null, 'ben')).toBe(false);
  });

  it.each(['settle', 'seen'] as const)('is forgotten after %s', (end) => {
    const { load, kept } = tab();
    load().keep(typed, 'ann');
    const page = load();
    page[end]();

    expect(load().isMissingIn(null, 'ann')).toBe(false);
    expect([...kept]).toEqual([]);
  });

  it('counts no more once something else is typed', () => {
    const { load } = tab();
    load().keep(typed, 'ann');
    const page = load();
    page.keep({ first_name: 'Ada' }, 'ann');

    expect(page.isMissingIn(null, 'ann')).toBe(false);
    page.seen();
    expect(load().isMissingIn(null, 'ann')).toBe(true);
  });

  it('leaves no answer in the tab’s storage', () => {
    const { load, kept } = tab();
    load().keep(typed, 'ann');

    expect(JSON.stringify([...kept])).not.toMatch(/Grace|Hopper/);
  });
});
