const codes: readonly (readonly [fits: RegExp, code: string])[] = [
  [/owner|name[sd]? .{0,80}match|mismatch/i, 'owner mismatch'],
  [/not approved|expired|in time/i, 'not approved'],
];

/** Longest part of a reason that is read, in characters. */
const longest = 300;

/**
 * The code for why something was refused, canceled or sent back. The broker's text stays out of the log,
 * which is permanent: it may name people and accounts.
 */
export const reasonCodeOf = (words: string | null): string | null => {
  if (words === null) return null;
  const read = words.slice(0, longest);
  const bankCode = /\bR\d{2}\b/.exec(read)?.[0];
  return bankCode ?? codes.find(([fits]) => fits.test(read))?.[1] ?? 'other';
};
