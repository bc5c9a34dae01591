import { EventEmitter } from 'node:events';
import { Metadata } from '@grpc/grpc-js';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EventLog } from '../log/event-log.js';
import { anybody } from '../security/users.js';
import type { BatchAppendChunk } from '../wire/batch-append-request.js';
import { batchAppendHandler } from './batch-append.js';
import { OpenCalls } from './open-calls.js';

it('an append times out when its rest does not arrive within the time a newer client sets', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: Buffer[] = [];
  const call = Object.assign(new EventEmitter(), {
    write: (answer: Buffer) => answers.push(answer) > 0,
    end: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    metadata: new Metadata(),
  });
  batchAppendHandler(
    {} as EventLog,
    new OpenCalls(),
    anybody,
  )(call as unknown as Parameters<ReturnType<typeof batchAppendHandler>>[0]);
  const chunk: BatchAppendChunk = {
    correlation: Buffer.from('one'),
    options: { stream: 's', expected: -2, deadline: undefined, patience: 300 },
    events: [],
    final: false,
    fault: undefined,
  };
  call.emit('data', chunk);
  await vi.advanceTimersByTimeAsync(299);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers.map(String)).toEqual([expect.stringContaining('event_store.client.Timeout')]);
});

it('a call continues after thousands of appends on it were started and never completed', async () => {
  const paused: boolean[] = [];
  const answers: unknown[] = [];
  const submitted: unknown[] = [];
  const call = Object.assign(new EventEmitter(), {
    write: (answer: unknown) => answers.push(answer) > 0,
    end: () => undefined,
    pause: () => paused.push(true),
    resume: () => paused.push(false),
    metadata: new Metadata(),
  });
  batchAppendHandler(
    { writer: { submit: (append: unknown) => submitted.push(append) } } as unknown as EventLog,
    new OpenCalls(),
    anybody,
  )(call as unknown as Parameters<ReturnType<typeof batchAppendHandler>>[0]);
  const begun = (name: string, final: boolean): BatchAppendChunk => ({
    correlation: Buffer.from(name),
    options: { stream: 's', expected: -2, deadline: undefined, patience: 300 },
    events: [],
    final,
    fault: undefined,
  });
  for (let append = 0; append < 4_200; append += 1) call.emit('data', begun(`cut ${append}`, false));
  expect(paused.at(-1)).toBe(true);
  // Real timers: a fake clock searches all of them for each that is due.
  await vi.waitFor(() => expect(answers).toHaveLength(4_200), 10_000);
  expect(paused.at(-1)).toBe(false);

  call.emit('data', begun('cut 4199', true));
  expect(submitted).toEqual([]);
  call.emit('data', begun('whole', true));
  expect(submitted).toHaveLength(1);
});
