/** Edits between two words. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, other] of [...to].entries()) {
      next.push(
        Math.min(
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
          (row[place] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** Suggestions for a misspelled name at most; names that begin with the word are all listed. */
const mostAlike = 3;

/** The names that someone may have meant, the likeliest first. */
export const suggest = (word: string, names: readonly string[]): string[] => {
  const meant = word.toLowerCase();
  const scored = names.map((name) => {
    const own = name.toLowerCase();
    const begins = own.startsWith(meant) || own.split(' ').some((part) => part === meant);
    return { name, score: begins && meant.length > 1 ? 0 : distance(meant, own) / Math.max(own.length, 1) };
  });
  return scored
    .filter(({ score }) => score <= 0.4)
    .sort((a, b) => a.score - b.score)
    .filter(({ score }, place) => score === 0 || place < mostAlike)
    .map(({ name }) => name);
};
