import { describe, expect, it } from 'vitest';
import { unsavedDraftIn } from './unsaved-draft.js';

const tab = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  let person: string | undefined = 'ann';
  const signIn = (other: string | undefined) => {
    person = other;
  };
  return { kept, signIn, load: () => unsavedDraftIn(storage, () => person) };
};

const typed = { first_name: 'Grace', last_name: 'Hopper' };

describe('a draft that was unsaved when the page was reloaded', () => {
  it('is missing in what is saved, until that is the same', () => {
    const { load } = tab();
    load().keep(typed);
    const page = load();

    expect(page.isMissingIn(null)).toBe(true);
    expect(page.isMissingIn({ ...typed, last_name: 'Hop' })).toBe(true);
    expect(page.isMissingIn({ last_name: 'Hopper', first_name: 'Grace' })).toBe(false);
  });

  it('is no concern of another person', () => {
    const { load, signIn } = tab();
    load().keep(typed);

    signIn('ben');
    expect(load().isMissingIn(null)).toBe(false);
  });

  it.each(['settle', 'seen'] as const)('is forgotten after %s', (end) => {
    const { load, kept } = tab();
    load().keep(typed);
    const page = load();
    page[end]();

    expect(load().isMissingIn(null)).toBe(false);
    expect([...kept]).toEqual([]);
  });

  it('counts no more once something else is typed', () => {
    const { load } = tab();
    load().keep(typed);
    const page = load();
    page.keep({ first_name: 'Ada' });

    expect(page.isMissingIn(null)).toBe(false);
    page.seen();
    expect(load().isMissingIn(null)).toBe(true);
  });

  it('leaves no answer in the tab’s storage', () => {
    const { load, kept } = tab();
    load().keep(typed);

    expect(JSON.stringify([...kept])).not.toMatch(/Grace|Hopper/);
  });
});

describe('a draft that is unsaved on a page', () => {
  it('is never that of the next person who signs in there', () => {
    const { load, signIn } = tab();
    const page = load();
    page.keep(typed);
    expect(page.current()).toBe(typed);

    for (const other of [undefined, 'ben']) {
      signIn(other);
      expect(page.current()).toBeUndefined();
    }
    signIn('ann');
    expect(page.current()).toBe(typed);
  });
});
