/**
 * Rows as COPY takes them in its text format, a line each: https://www.postgresql.org/docs/current/sql-copy.html, "Text
 * Format". PostgreSQL takes a row so in half the time that it needs for the same row as JSON.
 */

const special = /[\\\n\r\t]/;
const specials = /[\\\n\r\t]/g;
const written: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (text: string): string =>
  special.test(text) ? text.replace(specials, (sign) => written[sign] ?? sign) : text;

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const textOf = (value: unknown, type: string): string => {
  if (type === 'jsonb') return JSON.stringify(value);
  return Array.isArray(value) ? arrayOf(value) : String(value);
};

/** One row as a line. @param types the SQL type of each value, in the same order */
export const copyLine = (values: readonly unknown[], types: readonly string[]): string => {
  let line = '';
  for (let index = 0; index < types.length; index += 1) {
    const value = values[index] ?? null;
    if (index > 0) line += '\t';
    line += value === null ? '\\N' : escaped(textOf(value, types[index] ?? 'text'));
  }
  return `${line}\n`;
};
