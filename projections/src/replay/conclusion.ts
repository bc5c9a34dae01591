import { counted } from '@groundswell/platform/operator';
import type { ModelComparison } from './compare-live.js';

/** Rows that differ, of all read models together. */
export const differencesIn = (comparisons: readonly ModelComparison[]): number =>
  comparisons.reduce((sum, { differences }) => sum + differences, 0);

const isCompared = ({ notCompared }: ModelComparison): boolean => !notCompared;

/** Whether there was anything to compare at all. */
export const anyCompared = (comparisons: readonly ModelComparison[]): boolean => comparisons.some(isCompared);

/** How many rows differ, where any were compared. */
export const differencesText = (comparisons: readonly ModelComparison[]): string =>
  anyCompared(comparisons) ? counted(differencesIn(comparisons), 'difference') : 'nothing was compared';

/** That what served had been wrong; undefined when it was not, or nothing was compared. */
export const wrongText = (comparisons: readonly ModelComparison[]): string | undefined => {
  const rows = differencesIn(comparisons);
  return rows === 0 ? undefined : `${counted(rows, 'row')} differed from what was served`;
};

/** What a verification has shown; nothing is claimed of tables that were not compared. */
export const conclusionOf = (comparisons: readonly ModelComparison[]): string => {
  const differences = differencesIn(comparisons);
  if (!anyCompared(comparisons)) return 'Nothing was compared.';
  if (differences > 0)
    return `${counted(differences, 'row is', 'rows are')} not what the log says. \`replay\` mends that.`;
  return `Every row${comparisons.every(isCompared) ? '' : ' that was compared'} is what the log says.`;
};

/** Which read models verify has found wrong, for the record; undefined when none. */
export const wrongWords = (comparisons: readonly ModelComparison[]): string | undefined => {
  const wrong = comparisons.filter(({ differences }) => differences > 0);
  if (wrong.length === 0) return undefined;
  const each = wrong.map(({ readModel, differences }) => `${counted(differences, 'row')} of ${readModel}`);
  return `verify found ${each.join(', ')} not to be what the log says.`;
};
