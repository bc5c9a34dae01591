import type { UserEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { decide, evolve, initialState } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const registered: UserEvent = { type: 'UserRegistered', data: { userId: 'u', via: 'operator' } };
const nothing = undefined;

describe('asking for another address', () => {
  const at = (minutes: number) =>
    new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000).toISOString();
  const asked: UserEvent = { type: 'EmailChangeRequested', data: {} };
  const askedAt = (minutes: number) => ({ ...asked, metadata: { occurredAt: at(minutes) } });
  const ask = (minutes: number) => ({ type: 'RequestEmailChange', now: at(minutes) }) as const;

  it('is refused from the sixth time in 24 hours on, but for one an hour: each mails somebody', () => {
    const four = [0, 1, 2, 3].map(askedAt);
    given([registered, ...four])
      .when(ask(4), nothing)
      .then([asked]);
    given([registered, ...four, askedAt(4)])
      .when(ask(63.99), nothing)
      .thenRefused('TooManyAddressChanges');
    given([registered, ...four, askedAt(4)])
      .when(ask(64), nothing)
      .then([asked]);
    given([registered, ...four, askedAt(4), askedAt(64)])
      .when(ask(65), nothing)
      .thenRefused('TooManyAddressChanges');
    given([registered, ...four, askedAt(4)])
      .when(ask(24 * 60), nothing)
      .then([asked]);
  });

  it('counts what seems to be seconds ahead, and may be asked for again at once', () => {
    given([registered, ...[0, 1, 2].map(askedAt), askedAt(4.5)])
      .when(ask(4), nothing)
      .then([asked]);
    given([registered, ...[0, 1, 2, 3].map(askedAt), askedAt(4.5)])
      .when(ask(4), nothing)
      .thenRefused('TooManyAddressChanges');
  });

  it('is not refused because a clock that was ahead noted when it was last asked for', () => {
    given([registered, askedAt(2 * 24 * 60)])
      .when(ask(0), nothing)
      .then([asked]);
    given([registered, ...[0, 1, 2, 3].map(askedAt), askedAt(2 * 24 * 60)])
      .when(ask(4), nothing)
      .then([asked]);
  });
});
