/**
 * Exact decimals as integers of a small unit: `1.25` at scale 4 is 12500n. Money and prices are transferred as text
 * and calculated in this form.
 */
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

const powers = Array.from({ length: 64 }, (_, scale) => 10n ** BigInt(scale));
const power = (scale: number): bigint => powers[scale] ?? 10n ** BigInt(scale);

/** Divides and rounds to the nearest integer, halves to even so that rounding has no bias. */
export const divideToNearest = (dividend: bigint, divisor: bigint): bigint => {
  const negative = dividend < 0n !== divisor < 0n;
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  let quotient = a / b;
  const doubled = (a % b) * 2n;
  if (doubled > b || (doubled === b && quotient % 2n === 1n)) quotient += 1n;
  return negative ? -quotient : quotient;
};

/** Text to units of 10^-scale; digits beyond the scale are rounded. @throws RangeError when it is not a decimal */
export const unitsOf = (text: string, scale: number): bigint => {
  const match = decimalPattern.exec(text);
  if (!match) throw new RangeError(`not a decimal: "${text}"`);
  const [, sign, whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction.padEnd(scale, '0'));
  const units = fraction.length > scale ? divideToNearest(digits, power(fraction.length - scale)) : digits;
  return sign ? -units : units;
};

/** Units of 10^-scale as text with a fixed number of decimals, rounded if that is less than the scale. */
export const textOfUnits = (units: bigint, scale: number, decimals: number = scale): string => {
  const kept =
    decimals < scale ? divideToNearest(units, power(scale - decimals)) : units * power(decimals - scale);
  const digits = (kept < 0n ? -kept : kept).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = kept < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
};

/** Without trailing zeros: `1.2500` is `1.25`, `3.00` is `3`. */
export const shortestText = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
