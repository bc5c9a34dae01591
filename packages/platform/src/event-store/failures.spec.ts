import { UnknownError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { AppendOutcomeUnknown, EventStoreFault, EventStoreUnavailable } from './errors.js';
import { appendFailureOf, failureOf, isKept } from './failures.js';

/** As gRPC says it, before the client has made it an error of its own. */
const bare = (code: number, words: string): Error => Object.assign(new Error(`${code} ${words}`), { code });

const cutOff = bare(13, 'INTERNAL: Received RST_STREAM with code 0 (Call ended without gRPC status)');

describe('an error of gRPC from before an append was sent', () => {
  it.each([
    ['given up with its connection', bare(1, 'CANCELLED: Cancelled on client')],
    ['too late', bare(4, 'DEADLINE_EXCEEDED: Deadline exceeded')],
    ['cut off by a node that stops', cutOff],
    ['without a server', bare(14, 'UNAVAILABLE: No connection established')],
  ])('%s means that the store does not answer and nothing was written', (_what, error) => {
    expect(failureOf(error)).toBeInstanceOf(EventStoreUnavailable);
    expect(appendFailureOf(error, 'concept-1', 'any')).toBeInstanceOf(EventStoreUnavailable);
  });

  it('is a fault when the server has answered', () => {
    expect(failureOf(bare(3, 'INVALID_ARGUMENT: what is this?'))).toBeInstanceOf(EventStoreFault);
  });

  it('is kept by the client, but for a server that is away', () => {
    expect(isKept(bare(1, 'CANCELLED: Cancelled on client'))).toBe(true);
    expect(isKept(bare(14, 'UNAVAILABLE: No connection established'))).toBe(false);
  });
});

it('an append that was cut off by a node that stops may be written', () => {
  const sent = new UnknownError(cutOff as ConstructorParameters<typeof UnknownError>[0]);
  expect(failureOf(sent)).toBeInstanceOf(EventStoreUnavailable);
  expect(appendFailureOf(sent, 'concept-1', 0n)).toBeInstanceOf(AppendOutcomeUnknown);
});

it('an append for which the store names no cause may be written', () => {
  const failure = appendFailureOf(new UnknownError(), 'concept-1', 0n);
  expect(failure).toBeInstanceOf(AppendOutcomeUnknown);
  expect(failureOf(new UnknownError())).toBeInstanceOf(EventStoreFault);
});
