/** A quotient rounded to the nearest integer, ties to even. */
export const nearest = (dividend: bigint, divisor: bigint): bigint => {
  if (divisor < 0n) return nearest(-dividend, -divisor);
  const floor = dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
  const twice = 2n * (dividend - floor * divisor);
  if (twice === divisor) return floor % 2n === 0n ? floor : floor + 1n;
  return twice > divisor ? floor + 1n : floor;
};

/** Parses a decimal into integers of 10^-decimals: `-0.0125` is -12500n with six decimals. */
export const parse = (text: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction);
  const value =
    fraction.length > decimals
      ? nearest(digits, 10n ** BigInt(fraction.length - decimals))
      : digits * 10n ** BigInt(decimals - fraction.length);
  return text.startsWith('-') ? -value : value;
};

/** Converts an integer of 10^-decimals to a number. */
export const print = (value: bigint, decimals: number): number => {
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return Number(`${value < 0n ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`);
};
