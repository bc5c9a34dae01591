import { streamCategories } from '@groundswell/contracts';
import { counted, exitCodes, type Handler, NotDone, wholeNumberOf } from '@groundswell/platform/operator';
import { withLog } from './connections.js';
import { actorOf, type ShownEvent, shownOf } from './shown-event.js';

const longest = 160;

/** One event on a few lines: what and when, who and why, and its data. */
const eventText = (event: ShownEvent, full: boolean): string => {
  const { metadata, unreadable } = event;
  const { occurredAt, reason, correlationId = 'unknown' } = metadata;
  const recordedAt = event.recordedAt.toISOString();
  const data = JSON.stringify(event.data, undefined, full ? 2 : undefined);
  const shown = full || data.length <= longest ? data : `${data.slice(0, longest)}…`;
  const why = reason === undefined ? '' : `, because "${reason}"`;
  const took = occurredAt === undefined || occurredAt === recordedAt ? '' : `, took effect ${occurredAt}`;
  return [
    `${event.revision}  ${event.type}  ${recordedAt}${took}  position ${event.position.commit}`,
    ...(unreadable ? [`   unreadable: ${unreadable}`] : []),
    `   by ${actorOf(event)}${why}, correlation ${correlationId}`,
    `   ${shown.replaceAll('\n', '\n   ')}`,
  ].join('\n');
};

/** Lists the categories for someone who typed an unknown one. */
const missingText = (name: string): string => {
  const missing = `There is no stream "${name}".`;
  const beginnings = streamCategories.map((category) => `${category}-`);
  const isOfOne = beginnings.some((beginning) => name.startsWith(beginning));
  return isOfOne ? missing : `${missing} Streams begin with: ${beginnings.join(', ')}.`;
};

export const stream: Handler = (invocation) => {
  const last = wholeNumberOf(invocation, 'last');
  const name = invocation.arguments.name ?? '';
  return withLog(async ({ eventStore }) => {
    const events = (await eventStore.readStoredStream(name)).map(shownOf);
    if (events.length === 0) throw new NotDone(missingText(name));
    const shown = last === undefined ? events : events.slice(-last);
    const lines = shown.map((event) => eventText(event, invocation.options.full === true));
    invocation.terminal.result(
      { stream: name, revision: events.at(-1)?.revision, events: shown },
      `${lines.join('\n')}\n${counted(events.length, 'event')}${last === undefined ? '' : `, ${shown.length} shown`}`,
    );
    return exitCodes.done;
  });
};
