import { type EventBatch, seenIn } from '@groundswell/platform/event-store';
import type { Moment } from './moment.js';

/** The part of a batch up to a moment, and whether the moment was reached. */
export const upTo = (
  until: Moment | undefined,
  batch: EventBatch,
): { kept: EventBatch | undefined; ended: boolean } => {
  const { events, mark } = batch;
  if (!until || until.kind === 'position') return { kept: batch, ended: false };
  if (until.kind === 'occurred') {
    const at = until.at.getTime();
    const kept = events.filter(({ metadata }) => Date.parse(metadata.occurredAt) <= at);
    return { kept: { ...batch, events: kept }, ended: false };
  }
  const later = events.findIndex(({ recordedAt }) => recordedAt > until.at);
  if (later < 0) return { kept: batch, ended: false };
  const last = events[later - 1];
  const kept = last && {
    events: events.slice(0, later),
    position: last.position,
    mark: mark && { log: mark.log, seen: seenIn(last) },
  };
  return { kept, ended: true };
};
