/** Rows as text, each column as wide as its widest entry; numbers are right-aligned. */
export const columns = (
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
): string[] => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, index) =>
        right.has(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
};

/** Also one that is not known, or known to be at least so high (`1,000+`). */
const isNumber = (cell: string): boolean => /^(-|\?|[\d,.]+(\+| ?[a-z%]+)?)$/.test(cell);

/** A table with a heading. Columns of numbers are right-aligned. */
export const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string => {
  const right = new Set(
    heading.flatMap((_, index) => (rows.every((row) => isNumber(row[index] ?? '')) ? [index] : [])),
  );
  return columns([heading, ...rows], right).join('\n');
};

const thousands = new Intl.NumberFormat('en-US');

/** `1,234,567`. */
export const count = (value: number | bigint): string => thousands.format(value);

/** `1 event`, `2 events`. */
export const counted = (value: number | bigint, singular: string, plural = `${singular}s`): string =>
  `${count(value)} ${Number(value) === 1 ? singular : plural}`;

/** A duration in the largest units that matter. */
export const duration = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return 'unknown';
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
};
