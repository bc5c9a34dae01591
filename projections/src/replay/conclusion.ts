import { counted } from '@groundswell/platform/operator';
import type { ModelComparison } from './compare-live.js';
import type { ExplainedDifference } from './explain.js';

/** Rows that differ, of all read models together. */
export const differencesIn = (comparisons: readonly ModelComparison[]): number =>
  comparisons.reduce((sum, { differences }) => sum + differences, 0);

const isCompared = ({ notCompared, tables, damage }: ModelComparison): boolean =>
  !notCompared && (tables.length > 0 || !damage);

/** Whether there was anything to compare at all. */
export const anyCompared = (comparisons: readonly ModelComparison[]): boolean => comparisons.some(isCompared);

const damagedIn = (comparisons: readonly ModelComparison[]): string[] =>
  comparisons.flatMap(({ readModel, damage }) => (damage ? [readModel] : []));

/** Read models of which something was not compared; those with damaged tables are named as damaged. */
const leftOutOf = (comparisons: readonly ModelComparison[]): string[] =>
  comparisons.flatMap((each) => (each.notCompared || each.leftOut ? [each.readModel] : []));

/** Which read models were left out, in a sentence with a space before it; nothing when none was. */
export const leftOutText = (comparisons: readonly ModelComparison[]): string => {
  const names = leftOutOf(comparisons);
  return names.length === 0 ? '' : ` Left out, wholly or in part: ${names.join(', ')}.`;
};

/** Whether every row of every read model was compared, and matches the log. */
export const isClean = (comparisons: readonly ModelComparison[]): boolean =>
  leftOutOf(comparisons).length === 0 &&
  differencesIn(comparisons) === 0 &&
  damagedIn(comparisons).length === 0;

const damageText = (comparisons: readonly ModelComparison[]): string[] => {
  const damaged = damagedIn(comparisons);
  return damaged.length === 0
    ? []
    : [`${damaged.join(', ')} ${damaged.length === 1 ? 'has' : 'have'} damaged tables`];
};

/** How many rows differ, where any were compared. */
export const differencesText = (comparisons: readonly ModelComparison[]): string =>
  [
    anyCompared(comparisons) ? counted(differencesIn(comparisons), 'difference') : 'nothing was compared',
    ...damageText(comparisons),
  ].join('; ');

/** That what served had been wrong; undefined when it was not, or nothing was compared. */
export const wrongText = (comparisons: readonly ModelComparison[]): string | undefined => {
  const rows = differencesIn(comparisons);
  const found = [
    ...(rows === 0 ? [] : [`${counted(rows, 'row')} differed from what was served`]),
    ...damageText(comparisons),
  ];
  return found.length === 0 ? undefined : found.join('; ');
};

/** What to do about it: rows may differ because the log itself was altered, and then a rebuild is the wrong remedy. */
const remedyOf = (differences: number, explained: readonly ExplainedDifference[]): string => {
  if (explained.some(({ cause }) => cause.isOfLog))
    return 'The log itself was altered: run `audit verify`. A replay would serve what was forged.';
  const fix = '`replay` fixes that.';
  return differences > 0 ? `Run \`audit verify\` first: if it finds nothing, ${fix}` : fix;
};

/** What a verification has shown; nothing is claimed of tables that were not compared. */
export const conclusionOf = (
  comparisons: readonly ModelComparison[],
  explained: readonly ExplainedDifference[] = [],
): string => {
  const differences = differencesIn(comparisons);
  const wrong = [
    ...(differences > 0 ? [`${counted(differences, 'row is', 'rows are')} not what the log says`] : []),
    ...damageText(comparisons),
  ];
  const leftOut = leftOutText(comparisons);
  if (wrong.length > 0) return `${wrong.join('; ')}. ${remedyOf(differences, explained)}${leftOut}`;
  if (!anyCompared(comparisons)) return `Nothing was compared.${leftOut}`;
  return `Every row${leftOut === '' ? '' : ' that was compared'} is what the log says.${leftOut}`;
};

/** Which read models verify has found wrong, for the record; undefined when none. */
export const wrongWords = (comparisons: readonly ModelComparison[]): string | undefined => {
  const wrong = comparisons.filter(({ differences }) => differences > 0);
  if (wrong.length === 0) return undefined;
  const each = wrong.map(({ readModel, differences }) => `${counted(differences, 'row')} of ${readModel}`);
  return `verify found ${each.join(', ')} that differ from the log.`;
};
