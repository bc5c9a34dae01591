import { recordLength } from '../domain/event.js';
import type { EventLog } from './event-log.js';

/**
 * Whether a position is inside an event's record, where no read can start: this log never hands out such a
 * position. Places of scavenged events, and of server starts, are between records.
 */
export const isWithinEvent = async (
  { reader, tail }: EventLog,
  position: number | 'start' | 'end',
): Promise<boolean> => {
  if (typeof position === 'string' || position <= 0 || position >= tail.last) return false;
  const following = await firstOf(reader.all({ at: position, backwards: false }, 1));
  if (!following || following.position === position) return false;
  const begin = following.position - recordLength(following.stream, following);
  if (position <= begin) return false;
  // Positions of an old log grew by less than the length of its events.
  const before = await firstOf(reader.all({ at: position, backwards: true }, 1));
  return before === undefined || before.position <= begin;
};

const firstOf = async (pages: ReturnType<EventLog['reader']['all']>) => {
  for await (const { events } of pages) return events[0];
  return undefined;
};
