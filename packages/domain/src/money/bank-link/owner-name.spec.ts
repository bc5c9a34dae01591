import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnedBy } from './owner-name.js';

const holder = (firstName: string, lastName: string) => ({ firstName, lastName });

describe('the owner of a bank account', () => {
  it.each([
    ['Ada Okafor', 'Ada', 'Okafor'],
    ['OKAFOR, ADA', 'Ada', 'Okafor'],
    ['Dr. Ada N. Okafor Jr.', 'Ada', 'Okafor'],
    ['Ada Ngozi Grace Okafor', 'Ada', 'Okafor'],
    ['Jose Munoz', 'José', 'Muñoz'],
    ['Juergen Gross', 'Juergen', 'Groß'],
    ['Soren Aeroe', 'Søren', 'Ærøe'],
    ['Łukasz Wałęsa', 'Lukasz', 'Walesa'],
    ['Loic Lecoeur', 'Loïc', 'Lecœur'],
    ['Dorde Dordevic', 'Đorđe', 'Đorđević'],
    ['Thordis Gudmundsdottir', 'Þórdís', 'Guðmundsdóttir'],
    ['Ghajn Hal', 'Għajn', 'Ħal'],
    ['Isik Yildiz', 'Işık', 'Yıldız'],
    ['Sean OBrien', 'Seán', "O'Brien"],
    ['Sean O Brien', 'Sean', 'O’Brien'],
    ['Ann Smith Jones', 'Ann', 'Smith-Jones'],
    ['Ann Smith-Jones', 'Ann', 'Smith Jones'],
    ['Maria Delacruz', 'Maria', 'De La Cruz'],
    ['Mary Ann Lee', 'Mary-Ann', 'Lee'],
    ['Maryann Lee', 'Mary Ann', 'Lee'],
    ['Maryann Grace Lee', 'Mary Ann', 'Lee'],
    ['Mary Lee', 'Mary Ann', 'Lee'],
    ['Ada and Ben Okafor', 'Ada', 'Okafor'],
    ['Ada and Ben Okafor', 'Ben', 'Okafor'],
    ['Ben Adams & Ada Okafor', 'Ada', 'Okafor'],
    ['Ben Adams OR Ada Okafor', 'Ada', 'Okafor'],
    ['ﬁona Lee', 'Fiona', 'Lee'],
    ['Иван Петров', 'ИВАН', 'Петров'],
    ['Νίκος Παππάς', 'ΝΙΚΟΣ', 'ΠΑΠΠΑΣ'],
    ['山田太郎', '太郎', '山田'],
  ])('%s is %s %s', (owner, first, last) => {
    expect(isOwnedBy(owner, holder(first, last))).toBe(true);
  });

  it.each([
    ['Mallory Thief', 'Ada', 'Okafor'],
    ['Ada Thief', 'Ada', 'Okafor'],
    ['Ben Okafor', 'Ada', 'Okafor'],
    ['A. Okafor', 'Ada', 'Okafor'],
    ['Okafor', 'Ada', 'Okafor'],
    ['Adaokafor Holdings LLC', 'Ada', 'Okafor'],
    ['Mallory Ada Grace Thief Okafor', 'Ada', 'Okafor'],
    ['Ada Mallory and Ben Okafor', 'Ada', 'Okafor'],
    // A Cyrillic letter is different from a Latin one that looks the same.
    ['Аda Okafor', 'Ada', 'Okafor'],
    ['Lee Lee Lee', 'Ann', 'Lee'],
    ['', 'Ada', 'Okafor'],
    ['Ada Okafor', '', 'Okafor'],
    ['Okafor', '', 'Okafor'],
    ['Ada', 'Ada', '…'],
    ['Ada Okafor', 'Ada', '…'],
    // In other scripts a mark makes a different letter.
    ['कि राम', 'का', 'राम'],
  ])('%s is not %s %s', (owner, first, last) => {
    expect(isOwnedBy(owner, holder(first, last))).toBe(false);
  });

  it.each(['Mr.', 'Mrs.', 'Ms.', 'Miss', 'Mx.', 'Dr.', 'Prof.'])(
    'may have the title %s next to two middle names, which is no first name',
    (title) => {
      expect(isOwnedBy(`${title} Ada Ngozi Grace Okafor`, holder('Ada', 'Okafor'))).toBe(true);
      expect(isOwnedBy(`${title} Okafor`, holder(`${title} Ada`, 'Okafor'))).toBe(false);
    },
  );

  it.each(['Jr.', 'Sr.', 'II', 'III', 'IV', 'Esq.', 'M.D.', 'PhD', 'DDS', 'CPA'])(
    'may have the suffix %s next to two middle names, entered or not',
    (suffix) => {
      expect(isOwnedBy(`Ada Ngozi Grace Okafor ${suffix}`, holder('Ada', 'Okafor'))).toBe(true);
      expect(isOwnedBy('Ada Okafor', holder('Ada', `Okafor ${suffix}`))).toBe(true);
    },
  );

  const word = fc
    .string({ unit: fc.constantFrom(...'abcdefghklmnoprstuvw'), minLength: 5, maxLength: 12 })
    .map((letters) => `x${letters}`);

  it('may be written in any case, order, accent and punctuation', () => {
    const accents = fc.array(fc.constantFrom('', '\u0301', '\u0308', '\u0327'), {
      minLength: 13,
      maxLength: 13,
    });
    fc.assert(
      fc.property(
        word,
        word,
        word,
        accents,
        fc.constantFrom(' ', ', ', ' - '),
        (a, b, middle, marks, between) => {
          const dressed = [...a].map((letter, at) => letter.toUpperCase() + (marks[at] ?? '')).join('');
          expect(isOwnedBy([b, dressed].join(between), holder(a, b))).toBe(true);
          expect(isOwnedBy([dressed, middle, b].join(between), holder(a, b))).toBe(true);
        },
      ),
    );
  });

  it('differs where the first or the last name of the holder is missing', () => {
    fc.assert(
      fc.property(word, word, word, fc.constantFrom(' ', ' and ', ' & '), (first, last, other, between) => {
        fc.pre(new Set([first, last, other]).size === 3);
        for (const words of [[first, other], [other, last], [other], [first], [last]])
          expect(isOwnedBy(words.join(between), holder(first, last))).toBe(false);
      }),
    );
  });

  it('is decided quickly, however long a name is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50_000 }), fc.string({ maxLength: 50_000 }), (owner, name) => {
        const began = process.cpuUsage();
        isOwnedBy(owner.repeat(20), holder(name, name));
        expect(process.cpuUsage(began).user / 1_000).toBeLessThan(500);
      }),
      { numRuns: 20 },
    );
    const began = process.cpuUsage();
    isOwnedBy('a '.repeat(500_000), holder('a '.repeat(500_000), 'a '.repeat(500_000)));
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(500);
  });
});
