/** Thirty-two characters that are hard to confuse (Crockford). */
const signs = '0123456789abcdefghjkmnpqrstvwxyz';
const howMany = 10;
/** Characters per code, each from one random byte: sixty bits. */
const length = 12;

/** @param random returns a number of random bytes */
export const newRecoveryCodes = (random: (bytes: number) => Buffer): readonly string[] =>
  Array.from({ length: howMany }, () => {
    const code = [...random(length)].map((byte) => signs[byte % signs.length]).join('');
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
  });

/** Normalizes a typed code: ignores case and separators, and replaces letters that look like digits. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
