import { momentText } from '../../components/figures/format.js';
import type { Fault } from './faults.js';
import type { Verdict } from './verify-concept.js';

export const changesText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

const recordedAt = (position: string, { events }: Verdict): string => {
  const recorded = events.find((event) => event.position === position)?.recordedAt;
  return recorded && !Number.isNaN(Date.parse(recorded)) ? `, recorded ${momentText(recorded)} ET` : '';
};

export const faultText = (fault: Fault, verdict: Verdict): string => {
  switch (fault.kind) {
    case 'altered':
      return `Position ${fault.position}${recordedAt(fault.position, verdict)}: this change was altered. It no longer matches what was recorded.`;
    case 'inserted':
      return `Position ${fault.position}: this change was added afterwards. Nothing was recorded there.`;
    case 'moved':
      return fault.recorded
        ? `Position ${fault.position}: this change was moved. It was recorded at position ${fault.recorded}.`
        : `Position ${fault.position}: this change is out of order.`;
    case 'removed':
      if (fault.position) return `Position ${fault.position}: the change recorded there is missing.`;
      return fault.after
        ? `After position ${fault.after}: the change recorded next is missing.`
        : 'The first recorded change is missing.';
    case 'counted':
      return `The log shows ${changesText(fault.found)} of this trend; ${fault.recorded} were recorded.`;
    case 'told':
      return `Position ${fault.position}: the change log on the trend’s page doesn’t match what was recorded.`;
    case 'checkpoint':
      return `The log doesn’t match the last published checkpoint (position ${fault.position}): something at or before that position was changed.`;
    case 'head':
      return 'The published checkpoint doesn’t match its own hash.';
  }
};
