import { dayOf, newYorkInstant } from '@groundswell/domain/calendar';
import type { Position } from '@groundswell/platform/event-store';

/**
 * A past moment of the log. `position`: everything up to it. `recorded`: what the log held then. `occurred`: what
 * had taken effect by then, even if recorded later.
 */
export type Moment =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'recorded' | 'occurred'; readonly at: Date };

const position = /^\d+$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The first or last millisecond of a day in New York, which defines the product's days. */
const edgeOfDay = (date: string, edge: 'start' | 'end'): Date =>
  edge === 'start'
    ? newYorkInstant(dayOf(date), 0)
    : new Date(newYorkInstant(dayOf(date) + 1, 0).getTime() - 1);

/**
 * Parses a time or position: `2026-03-01` (that day in New York), `2026-03-01T15:00:00Z`, or digits.
 * @param kind what a time is compared with
 * @param edge which end of a day to use
 * @returns undefined for any other text
 */
export const parseMoment = (
  text: string,
  kind: 'recorded' | 'occurred',
  edge: 'start' | 'end' = 'end',
): Moment | undefined => {
  // Also positions beyond any log: those are in the future, not invalid.
  if (position.test(text)) {
    const commit = BigInt(text);
    return { kind: 'position', position: { commit, prepare: commit } };
  }
  const parsed = Date.parse(day.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(parsed)) return undefined;
  if (day.test(text)) {
    const valid = new Date(parsed).toISOString().startsWith(text);
    return valid ? { kind, at: edgeOfDay(text, edge) } : undefined;
  }
  return instant.test(text) ? { kind, at: new Date(parsed) } : undefined;
};

/** A moment as part of a sentence. */
export const describeMoment = (moment: Moment): string =>
  moment.kind === 'position' ? `position ${moment.position.commit}` : moment.at.toISOString();
