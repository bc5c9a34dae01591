import { dayText } from '../../components/figures/format.js';
import { type GrowthEntry, trackedSince } from './growth.js';

/**
 * Since when growth has been tracked rather than computed backwards.
 * @param performance null without a year of history
 */
export const trackedText = (
  growth: readonly GrowthEntry[],
  performance: number | null,
): string | undefined => {
  const since = trackedSince(growth);
  if (!since) return undefined;
  const allYear = performance !== null && since === growth[0]?.date;
  return allYear ? 'Tracked for a full year' : `Tracked since ${dayText(since)}`;
};
