import type { MissingPrice } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable } from '@groundswell/platform/read-store';

/** The recorded days of a symbol, as far back as a window of a year may ask for. */
export interface RecordedDays {
  readonly symbol: string;
  /** Date and total return, rising. */
  readonly days: readonly (readonly [date: string, totalReturn: string | null])[];
}

/** A year, and two months for what stood still when the year began. */
const keptDays = 430;

const dateBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

const evolve = (row: RecordedDays | undefined, event: RecordedEvent): RecordedDays | undefined => {
  if (event.type !== 'DailyReturnsRecorded') return row;
  const { symbol, days } = event.data;
  const last = row?.days.at(-1)?.[0] ?? '';
  const later = days.filter(({ date }) => date > last);
  const newest = later.at(-1);
  if (!newest) return row;
  const from = dateBefore(newest.date, keptDays);
  const all = [...(row?.days ?? []), ...later.map(({ date, totalReturn }) => [date, totalReturn] as const)];
  return { symbol, days: all.filter(([date]) => date >= from) };
};

export const recordedDays: RowTable<RecordedDays> = {
  name: 'recorded_days',
  key: 'symbol',
  columns: { symbol: 'text', days: 'jsonb' },
  keyOf: (event) => (event.type === 'DailyReturnsRecorded' ? event.data.symbol : undefined),
  evolve,
};

/** Up to which session all prices are there. */
export interface CompletedSession {
  readonly market: string;
  readonly date: string;
  /** Symbols that could not be had, and why. */
  readonly missing: readonly MissingPrice[];
}

export const completedSession: RowTable<CompletedSession> = {
  name: 'completed_session',
  key: 'market',
  columns: { market: 'text', date: 'text', missing: 'jsonb' },
  keyOf: ({ type }) => (type === 'SessionPricesCompleted.v2' ? 'us' : undefined),
  evolve: (row, event) =>
    event.type !== 'SessionPricesCompleted.v2' || (row && row.date >= event.data.date)
      ? row
      : { market: 'us', date: event.data.date, missing: event.data.missing },
};
