import type { Seen } from './attacker/sockets.js';
import { faultsOf, isKept, kinds, type Tallies, within } from './measures.js';
import type { Memory } from './memory.js';

const milliseconds = (time: number): string => (Number.isNaN(time) ? '-' : `${Math.round(time)}`);

/** By kind: how many were sent, within which time half, 99 % and all were answered, and what went wrong. */
export const loadRow = (what: string, tallies: Tallies, kept = isKept(tallies)): string => {
  const parts = kinds.map((kind) => {
    const tally = tallies[kind];
    const [half, most, all] = [0.5, 0.99, 1].map((part) => milliseconds(within(tally, part)));
    const faults = faultsOf(tally) > 0 ? ` FAULTS ${JSON.stringify(tally.faults)}` : '';
    return `${kind} ${tally.sent}: ${half} / ${most} / ${all} ms${faults}`;
  });
  return `${what}: ${kept ? 'kept' : 'MISSED'}\n    ${parts.join('; ')}`;
};

export const attackRow = (what: string, tallies: Tallies, seen: Seen, seconds: number): string => {
  const answers = Object.entries(seen.answers)
    .map(([name, count]) => `${name} ${Math.round(count / seconds)}`)
    .join(', ');
  return `${loadRow(what, tallies)}\n    attacker: ${Math.round(seen.requests / seconds)} requests and ${Math.round(seen.connections / seconds)} connections a second, answered a second: ${answers || 'nothing'}`;
};

export const memoryLine = ({ total, parts }: Memory): string =>
  `memory ${Math.round(total)} MiB: ${Object.entries(parts)
    .map(([name, size]) => `${name} ${size}`)
    .join(', ')}`;
