import { type Call, calls, headers } from '@groundswell/contracts';
import type { CommandContext } from '@groundswell/platform/event-store';
import type { Exchange } from '@groundswell/platform/http';
import { describe, expect, it } from 'vitest';
import { contextOf, type RequestBody } from './request.js';

const now = new Date('2026-11-20T15:00:00.000Z');
const past = '2026-01-05T10:00:00.000Z';

/** A request with these headers. */
const request = (
  given: Readonly<Record<string, string>>,
  { id = 'ann', role = 'user' }: { id?: string; role?: 'user' | 'staff' } = {},
): Exchange => ({
  user: { id, role, sessionId: 's' },
  correlationId: 'c',
  url: '/',
  address: '192.0.2.1',
  network: '192.0.2.1',
  signal: new AbortController().signal,
  header: (name) => given[name],
  setHeader: () => undefined,
  readForm: () => Promise.reject(new Error('there is no form')),
});

const options = { now: () => now, timeTravel: true, digest: (text: string) => text };

const asked = (role: 'user' | 'staff', timeTravel: boolean, occurredAt = past) =>
  contextOf(calls.createAchTransfer, {}, request({ [headers.occurredAt]: occurredAt }, { role }), {
    ...options,
    timeTravel,
  });

const refusal = { refused: 'InvalidRequest', fields: { [headers.occurredAt]: expect.any(String) } };

describe('a change that claims to have taken effect earlier', () => {
  it('is accepted only from staff of a demo', () => {
    expect(asked('staff', true)).toMatchObject({ occurredAt: past });
    expect(asked('user', true)).toMatchObject(refusal);
    expect(asked('staff', false)).toMatchObject(refusal);
    expect(asked('user', false)).toMatchObject(refusal);
  });

  it('is not accepted for a time to come, or what is no time', () => {
    expect(asked('staff', true, now.toISOString())).toMatchObject({ occurredAt: now.toISOString() });
    for (const wrong of ['2026-11-20T15:00:00.001Z', '2026-01-05', 'yesterday'])
      expect(asked('staff', true, wrong)).toMatchObject(refusal);
  });
});

describe('a request with an idempotency key', () => {
  const keyed = (
    id = 'ann',
    key = 'key-0001',
    call: Call = calls.createAchTransfer,
    body: RequestBody = {},
  ) => {
    const context = contextOf(call, body, request({ [headers.idempotencyKey]: key }, { id }), options);
    if ('refused' in context) throw new Error(context.refused);
    return context;
  };

  it('is the same command only for the same person, call and key', () => {
    const { commandId } = keyed();
    expect(keyed().commandId).toBe(commandId);
    const others = [
      keyed('ben'),
      keyed('ann', 'key-0002'),
      keyed('ann', 'key-0001', calls.cancelAchTransfer),
    ];
    for (const other of others) expect(other.commandId).not.toBe(commandId);
  });

  it('has the same hash for the same values in any order, and another one for others', () => {
    const hash = (body: RequestBody) => keyed('ann', 'key-0001', calls.createAchTransfer, body).requestHash;
    expect(hash({ a: { b: 1, c: 2 }, d: 3 })).toBe(hash({ d: 3, a: { c: 2, b: 1 } }));
    expect(hash({ a: { b: 1, c: 2 }, d: 3 })).not.toBe(hash({ a: { b: 2, c: 1 }, d: 3 }));
    expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
  });

  it('is another command each time without one', () => {
    const context = () => contextOf(calls.createAchTransfer, {}, request({}), options);
    expect(context()).not.toMatchObject({ commandId: (context() as CommandContext).commandId });
    expect(context()).toMatchObject({ requestHash: undefined });
  });
});

describe('the revision that a change expects', () => {
  const expecting = (match: string) =>
    contextOf(calls.createAchTransfer, {}, request({ [headers.ifMatch]: match }), options);

  it.each(['12', '"12"', 'W/"12"'])('is read from %s', (match) => {
    expect(expecting(match)).toMatchObject({ expectedRevision: 12n });
  });

  it.each(['*', '-1', '"a"', '1'.repeat(16)])('is not %s: the change is refused', (match) => {
    expect(expecting(match)).toMatchObject({ refused: 'InvalidRequest' });
  });
});
