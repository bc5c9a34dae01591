import { type Refusal, refuse } from '@groundswell/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** About 49,000 of the most common passwords, in lower case: an attacker tries these first. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Words that people see on this site, and that an attacker combines with a year. */
const productWords = [
  'groundswell',
  'investing',
  'invest',
  'trends',
  'trend',
  'concept',
  'waitlist',
  'brokerage',
];

/** Characters that a password needs besides the words that anyone could guess. */
const leastBeside = 5;

/** A short piece repeated: `aaaaaaaa`, `abcabcabc`. */
const repeated = /^(.{1,4})\1+$/su;

export type PasswordRefusal = Refusal & { readonly fields: { readonly password: string } };

const refusal = (message?: string): PasswordRefusal => {
  const refused = refuse('PasswordRefused', message);
  return { ...refused, fields: { password: refused.message } };
};

/** Parts of an address that its owner might use. */
const wordsOf = (email: string | undefined): readonly string[] =>
  (email ?? '').split(/[@.+_-]/).filter((word) => word.length >= 4);

/**
 * Whether a password is too easy to guess (ASVS 5.0, 6.2.4, 6.2.11, 6.2.12). No character classes are required;
 * spaces and all other characters count.
 * @param email of the person, when known
 */
export const refuseWeakPassword = (password: string, email?: string): PasswordRefusal | undefined => {
  const plain = password.toLowerCase().normalize('NFKC').trim();
  if (common.has(plain) || repeated.test(plain)) return refusal();
  const words = [...productWords, ...wordsOf(email)];
  const beside = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  if (beside === plain) return undefined;
  const letters = beside.replace(/[\s\p{P}\p{S}]/gu, '');
  return letters.length < leastBeside || common.has(letters)
    ? refusal(
        'This password is too close to your email address or to words on this site. Try a few random words.',
      )
    : undefined;
};
