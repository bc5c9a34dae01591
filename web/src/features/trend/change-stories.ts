import type { ResponseFor } from '../../api/endpoints.js';
import { instantText } from '../../components/figures/format.js';

type Change = ResponseFor<'getConceptChanges'>['changes'][number];

/** Groups consecutive changes of one day. */
export const byDay = (changes: readonly Change[]) => {
  const days: { day: string; ofDay: Change[] }[] = [];
  for (const change of changes) {
    const day = instantText(change.occurred_at);
    const last = days.at(-1);
    if (last?.day === day) last.ofDay.push(change);
    else days.push({ day, ofDay: [change] });
  }
  return days;
};

/** Kinds that usually occur in series, one per holding. */
const manyAtOnce: ReadonlySet<Change['kind']> = new Set(['allocation_added', 'allocation_removed']);

/**
 * Consecutive additions, or removals, for the same reason are shown as one. Everything else is shown
 * separately.
 */
export const told = (changes: readonly Change[]): Change[][] => {
  const entries: Change[][] = [];
  for (const change of changes) {
    const last = entries.at(-1);
    const before = last?.[0];
    const together =
      before && manyAtOnce.has(change.kind) && before.kind === change.kind && before.reason === change.reason;
    if (together) last?.push(change);
    else entries.push([change]);
  }
  return entries;
};
