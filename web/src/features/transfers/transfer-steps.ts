import type { TransferStatus } from '@groundswell/contracts';
import { momentText, weekdayText } from '../../components/figures/format.js';
import type { TimelineStep } from '../../components/timeline/timeline.js';
import { heldText, nextStepName, stepName, type Transfer, type TransferDetail } from './transfer-words.js';

type Stage = Pick<Transfer, 'status' | 'direction' | 'in_doubt'>;

/** The steps of every transfer without problems. */
const way: readonly TransferStatus[] = ['requested', 'sent', 'settled', 'available'];

const isFailure = (status: TransferStatus): boolean => !way.includes(status);

/** When a step is expected, if known. */
const noteOn = (
  next: TransferStatus,
  { expected_on, held_until }: Pick<Transfer, 'expected_on' | 'held_until'>,
): string | undefined => {
  if (next === 'settled') return `Expected ${weekdayText(expected_on)}`;
  return next === 'available' && held_until !== null ? `By the broker, ${heldText(held_until)}` : undefined;
};

/** The steps ahead; none once the transfer has failed. */
const ahead = (stage: Stage): (TimelineStep & { readonly status: TransferStatus })[] =>
  isFailure(stage.status)
    ? []
    : way.slice(way.indexOf(stage.status) + 1).map((next, at) => ({
        status: next,
        name: at === 0 ? nextStepName(next, stage) : stepName(next, stage.direction),
        state: at === 0 ? 'current' : 'ahead',
      }));

/** Without those of a transfer at the broker that turned out to be another one: then this one is only requested again. */
const ownSteps = ({ steps }: TransferDetail): TransferDetail['steps'] => {
  const again = steps.findLastIndex(({ status }) => status === 'requested');
  return steps.filter((_step, at) => at === 0 || at > again);
};

/** Past steps with their times, and the steps ahead. */
export const timelineOf = (transfer: TransferDetail): TimelineStep[] => {
  const happened = ownSteps(transfer).map(
    ({ status, at }): TimelineStep => ({
      name: stepName(status, transfer.direction),
      state: isFailure(status) ? 'failed' : 'done',
      note: `${momentText(at)} ET`,
    }),
  );
  const coming = ahead(transfer).map(({ status, ...step }): TimelineStep => {
    const note = noteOn(status, transfer);
    return note === undefined ? step : { ...step, note };
  });
  return [...happened, ...coming];
};

/** A short version without times; empty for a transfer with a problem. */
export const wayOf = (stage: Stage): TimelineStep[] => {
  if (isFailure(stage.status)) return [];
  const done = way.slice(0, way.indexOf(stage.status) + 1);
  return [
    ...done.map((reached): TimelineStep => ({ name: stepName(reached, stage.direction), state: 'done' })),
    ...ahead(stage).map(({ status: _status, ...step }) => step),
  ];
};
