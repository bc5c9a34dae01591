import type { TransferStatus } from '@groundswell/contracts';
import { momentText, weekdayText } from '../../components/figures/format.js';
import type { TimelineStep } from '../../components/timeline/timeline.js';
import { stepName, type Transfer, type TransferDetail } from './transfer-words.js';

type Stage = Pick<Transfer, 'status' | 'direction'>;

/** The way of every transfer that nothing comes in between. */
const way: readonly TransferStatus[] = ['requested', 'sent', 'settled', 'available'];

const isFailure = (status: TransferStatus): boolean => !way.includes(status);

/** What is still to come; nothing once something came in between. */
const ahead = ({ status, direction }: Stage, expected?: string): TimelineStep[] =>
  isFailure(status)
    ? []
    : way.slice(way.indexOf(status) + 1).map((next, at) => ({
        name: stepName(next, direction),
        state: at === 0 ? 'current' : 'ahead',
        ...(expected && next === 'settled' && { note: expected }),
      }));

/** What happened, with its times, and what is still to come. */
export const timelineOf = (transfer: TransferDetail): TimelineStep[] => {
  const happened = transfer.steps.map(
    ({ status, at }): TimelineStep => ({
      name: stepName(status, transfer.direction),
      state: isFailure(status) ? 'failed' : 'done',
      note: `${momentText(at)} ET`,
    }),
  );
  return [...happened, ...ahead(transfer, `Expected ${weekdayText(transfer.expected_on)}`)];
};

/** The same in short, without times; nothing for a transfer that something came in between. */
export const wayOf = (stage: Stage): TimelineStep[] => {
  if (isFailure(stage.status)) return [];
  const done = way.slice(0, way.indexOf(stage.status) + 1);
  return [
    ...done.map((reached): TimelineStep => ({ name: stepName(reached, stage.direction), state: 'done' })),
    ...ahead(stage),
  ];
};
