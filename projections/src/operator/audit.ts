import { readFile } from 'node:fs/promises';
import { count, counted, exitCodes, type Handler, NotDone, textOf } from '@groundswell/platform/operator';
import type { Mismatch } from '../audit/checkpoint-watch.js';
import type { Fault } from '../audit/classify.js';
import { BrokenCopy, parseCopy } from '../audit/copied-checkpoints.js';
import { type Verification, verifyLog } from '../audit/verify-log.js';
import { noteFinding } from '../evidence/findings.js';
import { logOf } from '../evidence/log-of.js';
import { pace } from './comparison-text.js';
import { withGround } from './ground.js';

/** Problems that the record of a failed audit names. */
const mostKept = 3;
/** Faults that are printed; `--json` has up to a thousand. */
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

/** What the stored chain itself is at fault with, by what is known of the log. */
const recordText = ({ verdict, record }: Verification): string[] => {
  const parts = record.join(', ');
  if (record.length === 0) return [];
  if (verdict === 'chain changed')
    return [
      `The stored chain was changed (${parts}), not the log. Keep it: it shows who could write the database. \`replay logChain --set-aside --reason=…\` goes on with one that is rebuilt.`,
    ];
  if (verdict === 'undecided') return [`Does not follow from the log as it is now: ${parts}.`];
  return [`The stored chain was changed as well (${parts}).`];
};

const problemsOf = (found: Verification): string[] => [
  ...found.faults.slice(0, mostPrinted).map(faultText),
  ...(found.differing > mostPrinted ? [`${count(found.differing)} positions differ in all.`] : []),
  ...found.checkpoints.mismatches.map((mismatch) => mismatchText('Stored', mismatch)),
  ...(found.copied?.mismatches ?? []).map((mismatch) => mismatchText('Copied', mismatch)),
  ...recordText(found),
];

const conclusionOf = (found: Verification): string => {
  const { verdict, copied } = found;
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
    case 'intact': {
      const copies = copied ? `, ${count(copied.matching)} copied` : '';
      return `Nothing was altered, reordered, inserted, removed or cut off. Checkpoints that match: ${count(found.checkpoints.matching)} stored${copies}.`;
    }
  }
};

const readCopy = async (path: string) => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new NotDone(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return parseCopy(text);
  } catch (error) {
    throw error instanceof BrokenCopy ? new NotDone(`${path}: ${error.message}`) : error;
  }
};

export const auditVerify: Handler = (invocation) =>
  withGround(async ({ database, eventStore }) => {
    const { terminal, signal } = invocation;
    const path = textOf(invocation, 'against');
    const against = path === undefined ? undefined : await readCopy(path);
    const head = Number((await eventStore.head())?.commit ?? 0n);
    const begun = performance.now();
    const found = await verifyLog({
      database,
      eventStore,
      against,
      signal,
      onProgress: (done, position) =>
        terminal.progress.show({
          label: 'hashing the log',
          fraction: head > 0 ? Math.min(1, Number(position) / head) : 1,
          done,
          unit: 'events',
        }),
    });
    if (!found.chained && !against) {
      throw new NotDone(
        'There is nothing to compare the log with: no chain was kept yet, and no file was given.',
      );
    }
    if (!found.intact) {
      const words = `audit verify: ${[...problemsOf(found).slice(0, mostKept), conclusionOf(found)].join(' ')}`;
      await noteFinding(database, { kind: 'audit', words, log: await logOf(eventStore) });
    }
    const seconds = (performance.now() - begun) / 1_000;
    const newer = found.newer > 0 ? [`${counted(found.newer, 'event')} newer than the chain.`] : [];
    terminal.result(
      { ...found, seconds },
      [
        ...problemsOf(found),
        `${pace(found.events, seconds)}, up to position ${found.position}.`,
        ...newer,
        conclusionOf(found),
      ].join('\n'),
    );
    return found.intact ? exitCodes.done : exitCodes.attention;
  });
