/**
 * A JSON number as plain decimal text, without exponent: 1.2e-7 is "0.00000012". The shortest text that names the same
 * double is the text the broker sent, so no digit is lost or made up.
 */
export const decimalText = (value: number): string => {
  const text = String(value);
  const [digits = '', exponentText] = text.split('e');
  if (exponentText === undefined) return text;
  const negative = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const point = whole.length + Number(exponentText);
  const all = whole + fraction;
  if (point <= 0) return `${negative}0.${'0'.repeat(-point)}${all}`;
  if (point >= all.length) return `${negative}${all}${'0'.repeat(point - all.length)}`;
  return `${negative}${all.slice(0, point)}.${all.slice(point)}`;
};
