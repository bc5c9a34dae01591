import { counted } from '@groundswell/platform/operator';
import type { ModelComparison } from './compare-live.js';
import type { ExplainedDifference } from './explain.js';

/** Differing rows of all read models. */
export const differencesIn = (comparisons: readonly ModelComparison[]): number =>
  comparisons.reduce((sum, { differences }) => sum + differences, 0);

const isCompared = ({ notCompared, tables, damage }: ModelComparison): boolean =>
  !notCompared && (tables.length > 0 || !damage);

/** Whether anything was compared. */
export const anyCompared = (comparisons: readonly ModelComparison[]): boolean => comparisons.some(isCompared);

const damagedIn = (comparisons: readonly ModelComparison[]): string[] =>
  comparisons.flatMap(({ readModel, damage }) => (damage ? [readModel] : []));

/** Read models of which something was not compared; those with damaged tables are named as damaged. */
const leftOutOf = (comparisons: readonly ModelComparison[]): string[] =>
  comparisons.flatMap((each) => (each.notCompared || each.leftOut ? [each.readModel] : []));

/** Names the read models that were left out, as a sentence with a leading space. Empty if there are none. */
export const leftOutText = (comparisons: readonly ModelComparison[]): string => {
  const names = leftOutOf(comparisons);
  return names.length === 0 ? '' : ` Left out, fully or partly: ${names.join(', ')}.`;
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

/** Number of differing rows, if any were compared. */
export const differencesText = (comparisons: readonly ModelComparison[]): string =>
  [
    anyCompared(comparisons) ? counted(differencesIn(comparisons), 'difference') : 'nothing was compared',
    ...damageText(comparisons),
  ].join('; ');

/** Reports that served data was wrong. Undefined if it was not, or nothing was compared. */
export const wrongText = (comparisons: readonly ModelComparison[]): string | undefined => {
  const rows = differencesIn(comparisons);
  const found = [
    ...(rows === 0 ? [] : [`${counted(rows, 'row')} differed from what was served`]),
    ...damageText(comparisons),
  ];
  return found.length === 0 ? undefined : found.join('; ');
};

/** What to do about it. If rows differ because the log itself was altered, a rebuild is the wrong remedy. */
const remedyOf = (differences: number, explained: readonly ExplainedDifference[]): string => {
  if (explained.some(({ cause }) => cause.isOfLog))
    return 'The log itself was altered: run `audit verify`. A replay would serve what was forged.';
  const fix = '`replay` fixes that.';
  return differences > 0 ? `Run \`audit verify\` first: if it finds nothing, ${fix}` : fix;
};

/** The result of a verification. Claims nothing about tables that were not compared. */
export const conclusionOf = (
  comparisons: readonly ModelComparison[],
  explained: readonly ExplainedDifference[] = [],
): string => {
  const differences = differencesIn(comparisons);
  const wrong = [
    ...(differences > 0 ? [`${counted(differences, 'row doesn’t', 'rows don’t')} match the log`] : []),
    ...damageText(comparisons),
  ];
  const leftOut = leftOutText(comparisons);
  if (wrong.length > 0) return `${wrong.join('; ')}. ${remedyOf(differences, explained)}${leftOut}`;
  if (!anyCompared(comparisons)) return `Nothing was compared.${leftOut}`;
  return `Every ${leftOut === '' ? '' : 'compared '}row matches the log.${leftOut}`;
};

/** Read models found wrong by verify, for the record. Undefined if there are none. */
export const wrongWords = (comparisons: readonly ModelComparison[]): string | undefined => {
  const wrong = comparisons.filter(({ differences }) => differences > 0);
  if (wrong.length === 0) return undefined;
  const each = wrong.map(({ readModel, differences }) => `${counted(differences, 'row')} of ${readModel}`);
  return `verify found ${each.join(', ')} that differ from the log.`;
};
