import type { Actor, UserEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { describe, expect, it } from 'vitest';
import { type AskedFrom, decide, evolve, initialState, type User, visitor } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const registered: UserEvent = { type: 'UserRegistered', data: { userId: 'u', via: 'operator' } };
const granted: UserEvent = { type: 'StaffGranted', data: {} };
const revoked: UserEvent = { type: 'StaffRevoked', data: {} };
const erased: UserEvent = { type: 'PersonErased', data: {} };
const nothing = undefined;

const googleRegistered: UserEvent = { type: 'UserRegistered', data: { userId: 'u', via: 'google' } };
const confirmed: UserEvent = { type: 'AddressConfirmed', data: {} };
const linked: UserEvent = { type: 'GoogleLinked', data: {} };
const unlinked: UserEvent = { type: 'GoogleUnlinked', data: {} };

describe('an account', () => {
  it('is registered once', () => {
    given([]).when({ type: 'RegisterUser', userId: 'u', via: 'operator' }, nothing).then([registered]);
    given([registered]).when({ type: 'RegisterUser', userId: 'u', via: 'operator' }, nothing).then([]);
    given([registered, erased])
      .when({ type: 'RegisterUser', userId: 'u', via: 'operator' }, nothing)
      .thenRefused('user_not_found');
  });

  it('is erased once, also before it was registered', () => {
    given([]).when({ type: 'ErasePerson' }, nothing).then([erased]);
    given([registered]).when({ type: 'ErasePerson' }, nothing).then([erased]);
    given([registered, erased]).when({ type: 'ErasePerson' }, nothing).then([]);
  });

  it('confirms its address once', () => {
    given([registered]).when({ type: 'ConfirmAddress' }, nothing).then([confirmed]);
    given([registered, confirmed]).when({ type: 'ConfirmAddress' }, nothing).then([]);
  });

  it.each([
    ['NoteNewNetwork', 'NewNetworkSignedIn'],
    ['ChangeEmail', 'EmailChanged'],
    ['StopEmailChange', 'EmailChangeStopped'],
  ] as const)('records each %s', (type, recorded) => {
    given([registered])
      .when({ type }, nothing)
      .then([{ type: recorded, data: {} }]);
  });

  it('records each change of password', () => {
    given([registered])
      .when({ type: 'ChangePassword' }, nothing)
      .then([{ type: 'PasswordChanged', data: {} }]);
  });

  it('records each new device', () => {
    given([registered])
      .when({ type: 'NoteNewDevice' }, nothing)
      .then([{ type: 'NewDeviceSignedIn', data: {} }]);
  });

  it('is granted staff once, and loses it once', () => {
    given([registered]).when({ type: 'GrantStaff' }, nothing).then([granted]);
    given([registered, granted]).when({ type: 'GrantStaff' }, nothing).then([]);
    given([registered, granted]).when({ type: 'RevokeStaff' }, nothing).then([revoked]);
    given([registered, granted, revoked]).when({ type: 'RevokeStaff' }, nothing).then([]);
    given([registered, granted, revoked]).when({ type: 'GrantStaff' }, nothing).then([granted]);
  });

  it('turns a second factor on once, and off once', () => {
    const on: UserEvent = { type: 'SecondFactorTurnedOn', data: {} };
    const off: UserEvent = { type: 'SecondFactorTurnedOff', data: {} };
    given([registered]).when({ type: 'TurnOnSecondFactor' }, nothing).then([on]);
    given([registered, on]).when({ type: 'TurnOnSecondFactor' }, nothing).then([]);
    given([registered, on]).when({ type: 'TurnOffSecondFactor' }, nothing).then([off]);
    given([registered]).when({ type: 'TurnOffSecondFactor' }, nothing).then([]);
    given([registered, on, off]).when({ type: 'TurnOnSecondFactor' }, nothing).then([on]);
    given([registered, on, erased])
      .when({ type: 'TurnOffSecondFactor' }, nothing)
      .thenRefused('user_not_found');
  });

  it.each([
    'ChangePassword',
    'GrantStaff',
    'RevokeStaff',
    'LinkGoogle',
    'UnlinkGoogle',
    'TurnOnSecondFactor',
    'ConfirmAddress',
    'NoteNewDevice',
    'NoteNewNetwork',
    'ChangeEmail',
    'StopEmailChange',
    'EndSessions',
  ] as const)('must exist for %s', (type) => {
    given([]).when({ type }, nothing).thenRefused('user_not_found');
    given([registered, granted, erased]).when({ type }, nothing).thenRefused('user_not_found');
  });
});

describe('asking for a link that sets a password', () => {
  const at = (minutes: number) =>
    new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000).toISOString();
  const asked: UserEvent = { type: 'PasswordResetRequested', data: {} };
  const toOpen: UserEvent = { type: 'AccountOpeningRequested', data: {} };
  const askedAt = (minutes: number, actor: Actor = visitor) => ({
    ...asked,
    metadata: { occurredAt: at(minutes), actor },
  });
  const ask = (minutes: number, from: AskedFrom = 'anywhere') =>
    ({ type: 'RequestPasswordReset', now: at(minutes), from }) as const;

  it('works for an account, and for a place on the waitlist', () => {
    given([registered]).when(ask(0), nothing).then([asked]);
    given([]).when(ask(0), nothing).then([toOpen]);
    given([registered, erased]).when(ask(0), nothing).thenRefused('user_not_found');
  });

  it('decides nothing until five minutes after the last time', () => {
    given([registered, askedAt(0)])
      .when(ask(4.99), nothing)
      .then([]);
    given([registered, askedAt(0)])
      .when(ask(5), nothing)
      .then([asked]);
  });

  it('decides nothing either when the last time seems to be seconds ahead: clocks differ, and a request may be decided later', () => {
    for (const ahead of [0.001, 1])
      given([registered, askedAt(ahead)])
        .when(ask(0), nothing)
        .then([]);
    given([registered, askedAt(1.001)])
      .when(ask(0), nothing)
      .then([asked]);
  });

  it('counts what was asked for before the account was open', () => {
    const before = { ...toOpen, metadata: { occurredAt: at(0), actor: visitor } };
    given([before]).when(ask(4.99), nothing).then([]);
    given([before]).when(ask(5), nothing).then([toOpen]);
    given([before, registered]).when(ask(4.99), nothing).then([]);
  });

  it('sends one link an hour after five in 24 hours, so that strangers cannot use up the way back in', () => {
    const five = [0, 10, 20, 30, 40].map((minutes) => askedAt(minutes));
    given([registered, ...five])
      .when(ask(99.99), nothing)
      .then([]);
    given([registered, ...five])
      .when(ask(100), nothing)
      .then([asked]);
    given([registered, ...five, askedAt(24 * 60)])
      .when(ask(24 * 60 + 5), nothing)
      .then([]);
    given([registered, ...five, askedAt(24 * 60)])
      .when(ask(24 * 60 + 10), nothing)
      .then([asked]);
  });

  it('counts networks where the person has proven who they are separately', () => {
    const person = { id: 'u1', role: 'anonymous' } as const;
    const strangers = [0, 10, 20, 30, 40].map((minutes) => askedAt(minutes));
    given([registered, ...strangers])
      .when(ask(41, 'known network'), nothing)
      .then([asked]);
    given([registered, ...strangers, askedAt(41, person)])
      .when(ask(42, 'known network'), nothing)
      .then([]);
    given([registered, askedAt(41, person)])
      .when(ask(42), nothing)
      .then([asked]);
  });
});

describe('an account that Google opens', () => {
  const command = (authoritative: boolean) =>
    ({ type: 'RegisterWithGoogle', userId: 'u', authoritative }) as const;

  it('is registered together with its way in, once', () => {
    given([]).when(command(false), nothing).then([googleRegistered, linked]);
    given([googleRegistered, linked]).when(command(false), nothing).then([]);
  });

  it('is taken over only when both sides have proven the address', () => {
    given([registered, confirmed]).when(command(true), nothing).then([linked]);
    given([registered]).when(command(true), nothing).thenRefused('GoogleNotLinked');
    given([registered, confirmed]).when(command(false), nothing).thenRefused('GoogleNotLinked');
  });

  it('is linked once by its owner', () => {
    given([registered]).when({ type: 'LinkGoogle' }, nothing).then([linked]);
    given([registered, linked]).when({ type: 'LinkGoogle' }, nothing).then([]);
  });

  it('is unlinked once, and may be linked again', () => {
    given([registered, linked]).when({ type: 'UnlinkGoogle' }, nothing).then([unlinked]);
    given([registered, linked, unlinked]).when({ type: 'UnlinkGoogle' }, nothing).then([]);
    given([registered, linked, unlinked]).when({ type: 'LinkGoogle' }, nothing).then([linked]);
  });

  it('is unlinked by a new password', () => {
    given([registered, linked])
      .when({ type: 'ChangePassword' }, nothing)
      .then([{ type: 'PasswordChanged', data: {} }, unlinked]);
  });

  it('does not come back after its owner was erased', () => {
    given([googleRegistered, linked, erased]).when(command(true), nothing).thenRefused('user_not_found');
  });
});

describe('events about a person’s credentials', () => {
  const on: UserEvent = { type: 'SecondFactorTurnedOn', data: {} };
  const off: UserEvent = { type: 'SecondFactorTurnedOff', data: {} };

  it('are recorded each time recovery codes are renewed, while there are any', () => {
    const renewed: UserEvent = { type: 'RecoveryCodesRenewed', data: {} };
    const renew = { type: 'RenewRecoveryCodes' } as const;
    given([registered, on]).when(renew, nothing).then([renewed]);
    given([registered, on, renewed]).when(renew, nothing).then([renewed]);
    given([registered, on, off]).when(renew, nothing).thenRefused('SecondFactorOff');
  });

  it('tell how often the second factor was turned off', () => {
    const { secondFactor, secondFactorsTurnedOff } = [registered, on, off, on, off, on].reduce<User>(
      evolve,
      initialState,
    );
    expect([secondFactor, secondFactorsTurnedOff]).toEqual([true, 2]);
  });

  it('are recorded when a session ended because its token was reused', () => {
    const reuse = { type: 'NoteTokenReuse', sessionId: 'one' } as const;
    given([registered])
      .when(reuse, nothing)
      .then([{ type: 'SessionEndedAfterReuse', data: { sessionId: 'one' } }]);
    given([registered, erased]).when(reuse, nothing).thenRefused('user_not_found');
  });

  it('are recorded when an operator ended their sessions', () => {
    given([registered])
      .when({ type: 'EndSessions' }, nothing)
      .then([{ type: 'SessionsEnded', data: {} }]);
  });
});

it.each(['PasswordChanged', 'EmailChanged', 'EmailChangeStopped', 'SessionsEnded'] as const)(
  'sessions end with %s, and nothing else does',
  (type) => {
    const occurredAt = '2026-11-20T12:00:00.000Z';
    const before = [registered, granted, confirmed].reduce<User>(evolve, initialState);
    expect(evolve(before, { type, data: {}, metadata: { occurredAt } })).toEqual({
      ...before,
      sessionsEndedAt: [occurredAt],
      passwordChangedAt: type === 'PasswordChanged' ? occurredAt : undefined,
    });
  },
);

it('sessions that were ended stay so when an earlier change of the address is recorded later', () => {
  const at = (occurredAt: string) => ({ metadata: { occurredAt } });
  const changes = [
    {
      type: 'PasswordChanged' as const,
      data: {},
      ...at('2026-11-20T12:03:00.000Z'),
    },
    { type: 'EmailChanged' as const, data: {}, ...at('2026-11-20T12:00:00.000Z') },
  ];
  expect(changes.reduce<User>(evolve, initialState)).toMatchObject({
    addressConfirmed: true,
    sessionsEndedAt: ['2026-11-20T12:03:00.000Z', '2026-11-20T12:00:00.000Z'],
  });
});
