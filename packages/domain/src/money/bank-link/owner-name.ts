/** Longer than any name that a bank stores. Characters beyond it are not compared. */
const longestName = 200;

/** Letters that do not decompose into a plain letter and a mark, in the spelling that banks use. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** Titles, which are not part of a name. */
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof']);
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'esq', 'md', 'phd', 'dds', 'cpa']);

/** Additional names allowed next to a first and a last name. */
const mostMiddleNames = 2;

/** Lower case without accents. Marks in scripts other than Latin, Greek and Cyrillic carry meaning and are kept. */
const folded = (text: string): string =>
  text
    .slice(0, longestName)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    // Greek has a second form of sigma at the end of a word.
    .replaceAll('ς', 'σ')
    .replace(/[ßæœøłđðþħı]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFC');

/** Apostrophes and periods are part of a word; any other non-letter separates two words. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(/['’‘ʼ`´.]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

const nameWordsOf = (text: string): string[] => {
  const words = wordsOf(text).filter((word) => !titles.has(word));
  const withoutSuffix = words.filter((word) => !suffixes.has(word));
  return withoutSuffix.length > 0 ? withoutSuffix : words;
};

/** Joint owners: `Ada and Ben Okafor`. The last one may carry the family name of all. */
const ownersOf = (text: string): string[][] => {
  const owners = text.split(/\s+(?:and|or)\s+|[&+/;]/i).map(nameWordsOf);
  const shared = owners.at(-1)?.at(-1);
  return owners.map((words) =>
    words.length === 1 && owners.length > 1 && shared ? [...words, shared] : words,
  );
};

/** All ways to remove adjacent words that together spell something: what is left each time. */
const without = (words: readonly string[], spelled: string): string[][] => {
  const rests: string[][] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1)
      if (words.slice(from, to).join('') === spelled)
        rests.push([...words.slice(0, from), ...words.slice(to)]);
  return rests;
};

/** A name as its holder entered it. */
export interface HolderName {
  readonly firstName: string;
  readonly lastName: string;
}

const isNameOf = (owner: readonly string[], first: readonly string[], last: readonly string[]): boolean => {
  // In scripts without spaces, such as Chinese, the whole name is one word.
  const whole = owner.join('');
  if (whole === [...first, ...last].join('') || whole === [...last, ...first].join('')) return true;
  const givenNames = [...new Set([first.join(''), first[0] ?? ''])];
  return without(owner, last.join('')).some((rest) =>
    givenNames.some((given) => without(rest, given).some((middle) => middle.length <= mostMiddleNames)),
  );
};

/**
 * Whether an owner of a bank account has the holder's name. Ignores case, accents, punctuation, order, titles,
 * suffixes and middle names. An initial or a short form does not match a first name. A typed name is no proof: it
 * catches honest mistakes, and makes a thief lie in writing.
 */
export const isOwnedBy = (ownerName: string, { firstName, lastName }: HolderName): boolean => {
  const [first, last] = [nameWordsOf(firstName), nameWordsOf(lastName)];
  if (first.length === 0 || last.length === 0) return false;
  return ownersOf(ownerName.slice(0, longestName)).some((owner) => isNameOf(owner, first, last));
};
