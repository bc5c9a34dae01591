import type { RecordedEvent } from '@groundswell/platform/event-store';
import { counted, exitCodes, type Handler, NotDone, wholeNumberOf } from '@groundswell/platform/operator';
import { withGround } from './ground.js';

const longest = 160;

/** One event on a few lines: what and when, who and why, and its data. */
const eventText = (event: RecordedEvent, full: boolean): string => {
  const { metadata } = event;
  const data = JSON.stringify(event.data, undefined, full ? 2 : undefined);
  const shown = full || data.length <= longest ? data : `${data.slice(0, longest)}…`;
  const who = `${metadata.actor.role} ${metadata.actor.id}`;
  const why = metadata.reason === undefined ? '' : `, because "${metadata.reason}"`;
  const took =
    metadata.occurredAt === event.recordedAt.toISOString() ? '' : `, took effect ${metadata.occurredAt}`;
  return [
    `${event.revision}  ${event.type}  ${event.recordedAt.toISOString()}${took}  position ${event.position.commit}`,
    `   by ${who}${why}, correlation ${metadata.correlationId}`,
    `   ${shown.replaceAll('\n', '\n   ')}`,
  ].join('\n');
};

export const stream: Handler = (invocation) => {
  const last = wholeNumberOf(invocation, 'last');
  const name = invocation.arguments.name ?? '';
  return withGround(async ({ eventStore }) => {
    const { events } = await eventStore.readStream(name);
    if (events.length === 0) throw new NotDone(`There is no stream "${name}".`);
    const shown = last === undefined ? events : events.slice(-last);
    const lines = shown.map((event) => eventText(event, invocation.options.full === true));
    invocation.terminal.result(
      { stream: name, revision: events.at(-1)?.revision, events: shown },
      `${lines.join('\n')}\n${counted(events.length, 'event')}${last === undefined ? '' : `, ${shown.length} shown`}`,
    );
    return exitCodes.done;
  });
};
