import type { TransferStatus } from '@groundswell/contracts';
import { momentText, weekdayText } from '../../components/figures/format.js';
import type { TimelineStep } from '../../components/timeline/timeline.js';
import { stepName, type TransferDetail } from './transfer-words.js';

/** The way of every transfer that nothing comes in between. */
const way: readonly TransferStatus[] = ['requested', 'sent', 'settled', 'available'];
const failures: readonly TransferStatus[] = ['refused', 'canceled', 'returned'];

/** What happened, with its times, and what is still to come. */
export const timelineOf = (transfer: TransferDetail): TimelineStep[] => {
  const { steps, direction, status, expected_on } = transfer;
  const over = failures.includes(status);
  const happened = steps.map(
    ({ status: reached, at }): TimelineStep => ({
      name: stepName(reached, direction),
      state: failures.includes(reached) ? 'failed' : 'done',
      note: `${momentText(at)} ET`,
    }),
  );
  if (over) return happened;
  const ahead = way.slice(way.indexOf(status) + 1).map(
    (next, at): TimelineStep => ({
      name: stepName(next, direction),
      state: at === 0 ? 'current' : 'ahead',
      ...(next === 'settled' && { note: `Expected ${weekdayText(expected_on)}` }),
    }),
  );
  return [...happened, ...ahead];
};
