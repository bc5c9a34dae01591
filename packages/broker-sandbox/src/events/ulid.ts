const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const inBase32 = (value: number, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
};

/** A ULID of an instant; the sequence replaces chance, so that the order of ids is the order of events. */
export const ulidOf = (milliseconds: number, sequence: number): string =>
  inBase32(milliseconds, 10) + inBase32(sequence, 16);

/** Whether it is a ULID in capital letters. */
export const isUlid = (text: string): boolean => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);

/** The instant in a ULID, in milliseconds since 1970. */
export const timeOfUlid = (ulid: string): number =>
  [...ulid.slice(0, 10)].reduce((time, digit) => time * 32 + digits.indexOf(digit), 0);
