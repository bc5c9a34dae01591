import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { restoreState } from '../domain/stream-state.js';
import { encodeRows, rowsOf } from '../log/copy-format.js';
import type { EventLog } from '../log/event-log.js';
import { StoredRow } from '../log/stored-row.js';
import { Tail } from '../log/tail.js';
import { type Answer, Outlet } from './outlet.js';
import { subscribeToStream } from './subscribe-to-stream.js';

const nothing = Buffer.alloc(0);

const rowOf = (stream: string, revision: number, position: number): StoredRow[] => {
  const event = { id: Buffer.alloc(16, position), type: 'Tested', json: true, data: nothing };
  return rowsOf(encodeRows([{ ...event, stream, revision, position, created: 0, metadata: nothing }]));
};

it('new events of a stream come from memory, and never from PostgreSQL', async () => {
  const sent: Answer[] = [];
  const call = Object.assign(new EventEmitter(), {
    write: (answer: Answer) => sent.push(answer) > 0,
    end: () => undefined,
  });
  let last = 4;
  const tail = new Tail(1_000);
  const reads: string[] = [];
  const log = {
    tail,
    states: { of: async () => restoreState(last, -1, nothing) },
    reader: {
      stream: (name: string) => {
        reads.push(name);
        return [];
      },
    },
  } as unknown as EventLog;
  const request = {
    stream: 'wanted',
    from: 'end',
    prepare: 0,
    backwards: false,
    resolveLinks: false,
    count: undefined,
    filter: undefined,
  } as const;
  const running = subscribeToStream(log, request, new Outlet(call), 'id');
  // Live: both the confirmation and the caught-up message were sent.
  await expect.poll(() => sent.length).toBe(2);

  const revisions = () => sent.flatMap((answer) => (answer instanceof StoredRow ? [answer.revision] : []));
  for (const [stream, position] of [
    ['wanted', 1_100],
    ['other', 1_200],
    ['wanted', 1_300],
  ] as const) {
    if (stream === 'wanted') last += 1;
    tail.append(rowOf(stream, last, position));
    await new Promise(setImmediate);
  }
  await expect.poll(revisions).toEqual([5, 6]);
  expect(reads).toEqual([]);
  call.emit('cancelled');
  await running;
});
