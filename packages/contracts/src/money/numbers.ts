/**
 * Whether a Social Security number can have been issued: nine digits, no area 000, 666 or 9xx, no group 00, no
 * serial 0000, and neither of the two printed in advertisements (Social Security Administration, "SSN
 * randomization", RM 10201). Also rejects identical or consecutive digits, which the broker refuses (Alpaca, "Data
 * Validations").
 */
export const ssnIsValid = (digits: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) &&
  digits !== '078051120' &&
  digits !== '219099999' &&
  digits !== '123456789' &&
  !/^(\d)\1{8}$/.test(digits);

/** ABA prefixes: Federal Reserve districts, thrifts, electronic transactions and traveler's checks. */
const routingPrefix = (prefix: number): boolean =>
  (prefix >= 1 && prefix <= 12) ||
  (prefix >= 21 && prefix <= 32) ||
  (prefix >= 61 && prefix <= 72) ||
  prefix === 80;

/**
 * Whether it is a routing number: nine digits with a known prefix, whose weighted sum (3, 7, 1) is a multiple of
 * ten (ABA).
 */
export const routingNumberIsValid = (digits: string): boolean => {
  if (!/^\d{9}$/.test(digits) || !routingPrefix(Number(digits.slice(0, 2)))) return false;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
};

/** NACHA allows seventeen digits for an account number. */
export const bankAccountNumberPattern = /^\d{4,17}$/;

/** Full years between two calendar days, both `YYYY-MM-DD`. */
export const ageOn = (born: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
