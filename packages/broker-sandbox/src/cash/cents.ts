/** Money is whole cents. As text the broker drops zeros that say nothing: `250`, `0.5`, `-100.25`. */
export const textOfCents = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
  return cents < 0 ? `-${text}` : text;
};

/** `250`, `250.5` or `250.50` in cents; undefined for anything else, and for what no cent could hold. */
export const centsOf = (text: string): number | undefined => {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};
