import { percentText } from '../../components/figures/format.js';

const minus = '\u2212';
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export interface Change {
  readonly direction: 'up' | 'down';
  /** Absolute percentage with two decimals, such as `12.34%`. */
  readonly text: string;
}

/** A fraction (0.1234) as a readable change. A loss remains a loss even if the text rounds it to zero. */
export const changeOf = (fraction: number): Change => ({
  direction: fraction < 0 ? 'down' : 'up',
  text: percentText(Math.abs(fraction) * 100),
});

/** Dollars, rounded to whole ones: `$116`. */
export const wholeDollarText = (dollars: number): string => wholeDollars.format(dollars);

/** Dollars and cents with a true minus: `$1,234.56`, `−$3.20`. */
export const dollarText = (dollars: number): string => dollarsAndCents.format(dollars).replace('-', minus);

/** Dollars and cents with their sign: `+$11.41`. No sign when it rounds to zero. */
export const signedDollarText = (dollars: number): string => {
  const text = dollarsAndCents.format(Math.abs(dollars));
  if (text === '$0.00') return text;
  return `${dollars < 0 ? minus : '+'}${text}`;
};
