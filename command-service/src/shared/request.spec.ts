import { calls, headers } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import { describe, expect, it } from 'vitest';
import { contextOf } from './request.js';

const now = new Date('2026-11-20T15:00:00.000Z');
const past = '2026-01-05T10:00:00.000Z';

/** A request with an earlier effective time. */
const backdated = (role: 'user' | 'staff'): Exchange => ({
  user: { id: 'ann', role, sessionId: 's' },
  correlationId: 'c',
  url: '/',
  address: '192.0.2.1',
  network: '192.0.2.1',
  signal: new AbortController().signal,
  header: (name) => (name === headers.occurredAt ? past : undefined),
  setHeader: () => undefined,
  readForm: () => Promise.reject(new Error('there is no form')),
});

const asked = (role: 'user' | 'staff', timeTravel: boolean) =>
  contextOf(calls.createAchTransfer, {}, backdated(role), {
    now: () => now,
    timeTravel,
    digest: (text) => text,
  });

const refusal = { refused: 'InvalidRequest', fields: { [headers.occurredAt]: expect.any(String) } };

describe('a change that claims to have taken effect earlier', () => {
  it('is accepted only from staff of a demo', () => {
    expect(asked('staff', true)).toMatchObject({ occurredAt: past });
    expect(asked('user', true)).toMatchObject(refusal);
    expect(asked('staff', false)).toMatchObject(refusal);
    expect(asked('user', false)).toMatchObject(refusal);
  });
});
