import { count, counted } from '@groundswell/platform/operator';
import type { Mismatch } from './checkpoint-watch.js';
import type { Fault } from './classify.js';
import type { Verification } from './verify-log.js';

/** Faults to print; `--json` has up to a thousand. */
const mostPrinted = 20;

const faultText = (fault: Fault): string => {
  switch (fault.kind) {
    case 'truncated':
      return `truncated from position ${fault.position} on: the log ends at ${fault.endsAt}, ${counted(fault.missing, 'recorded event')} missing`;
    case 'removed':
      return `removed   position ${fault.position}: event ${fault.id} is gone`;
    default: {
      const where = `${fault.type} ${fault.id} (${fault.stream} at ${fault.revision})`;
      if (fault.kind === 'altered')
        return `altered   position ${fault.position}: ${where} is not what was recorded`;
      if (fault.kind === 'inserted')
        return `inserted  position ${fault.position}: ${where} was never recorded`;
      return `reordered position ${fault.position}: ${where} holds what was recorded at position ${fault.recordedAt}`;
    }
  }
};

const mismatchText = (whose: string, { position, why, soundUpTo }: Mismatch): string => {
  const since = soundUpTo === null ? 'no earlier one matches' : `all is well up to position ${soundUpTo}`;
  return `${whose} checkpoint of position ${position} does not match: ${why}; ${since}`;
};

/** Faults of the stored chain itself, given what is known of the log. */
const recordText = ({ verdict, record, lost }: Verification): string[] => {
  const parts = record.join(', ');
  if (record.length === 0) return [];
  if (lost !== null)
    return [
      `The stored chain cannot be read (${parts}). Keep what is left of it: \`replay logChain\` shows whether that is enough to rebuild it.`,
    ];
  if (verdict === 'chain changed')
    return [
      `The stored chain was changed (${parts}), not the log. Keep it: it shows who could write the database. \`replay logChain --set-aside --reason=…\` continues with a rebuilt one.`,
    ];
  if (verdict === 'undecided') return [`Does not follow from the log as it is now: ${parts}.`];
  return [`The stored chain was changed as well (${parts}).`];
};

/** A copy that was changed after copying. */
export const brokenText = (why: string): string => `A copy of checkpoints was changed. ${why}`;

/** All mismatches, one sentence each. */
export const problemsOf = (found: Verification): string[] => [
  ...found.faults.slice(0, mostPrinted).map(faultText),
  ...(found.differing > mostPrinted ? [`${count(found.differing)} positions differ in all.`] : []),
  ...found.checkpoints.mismatches.map((mismatch) => mismatchText('Stored', mismatch)),
  ...(found.copied?.mismatches ?? []).map((mismatch) => mismatchText('Copied', mismatch)),
  ...recordText(found),
];

/**
 * What an audit did not compare, a sentence each.
 * @param obstacle why the chain does not continue; null while it does, and will soon include what is newer
 */
export const leftOutOf = (
  { chained, lost, newer }: Pick<Verification, 'chained' | 'lost' | 'newer'>,
  obstacle: string | null,
): string[] => {
  if (!chained) {
    const why = lost === null ? 'There is no stored chain' : 'The stored chain cannot be read';
    return [`Left out: single events. ${why}${lost === null ? ' to compare them with' : ''}.`];
  }
  if (newer === 0 || obstacle === null) return [];
  return [
    `Left out: ${counted(newer, 'event')} newer than the stored chain. logChain does not run: ${obstacle}`,
  ];
};

/** The result of an audit in one sentence. */
export const conclusionOf = (found: Verification): string => {
  const { verdict, copied } = found;
  const matching = `Checkpoints that match: ${count(found.checkpoints.matching)} stored${copied ? `, ${count(copied.matching)} copied` : ''}.`;
  if (!found.chained && verdict !== 'log changed')
    return `${verdict === 'undecided' ? 'The log is not what was signed, or what was signed was changed. ' : ''}${matching} Single events were compared with nothing.`;
  switch (verdict) {
    case 'log changed':
      return 'The log is not what was recorded.';
    case 'chain changed':
      return 'All else that was recorded of the log agrees with it.';
    case 'undecided':
      return [
        'The stored chain contradicts itself. Whether the log was changed, or the chain alone, cannot be told without',
        copied
          ? 'a copied checkpoint that reaches as far: those of this file end before it.'
          : 'a checkpoint that was copied elsewhere: run it again with --against=<file>.',
      ].join(' ');
    case 'intact':
      return `Nothing was altered, reordered, inserted, removed or cut off. ${matching}`;
  }
};
