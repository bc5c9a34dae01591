/**
 * One field of comma-separated values (RFC 4180). A text that a spreadsheet would take for a formula gets an
 * apostrophe in front: what one person typed must never run on another's machine.
 */
export const field = (value: string | null): string => {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as comma-separated values, each with the line ending of RFC 4180. Fields are already escaped. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');
