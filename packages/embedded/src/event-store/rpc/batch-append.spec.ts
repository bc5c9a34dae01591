import { EventEmitter } from 'node:events';
import { Metadata } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventLog } from '../log/event-log.js';
import { anybody } from '../security/users.js';
import type { BatchAppendChunk } from '../wire/batch-append-request.js';
import { batchAppendHandler } from './batch-append.js';
import { OpenCalls } from './open-calls.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('times out an append of which the rest does not come within the time that a newer client gives it', async () => {
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
