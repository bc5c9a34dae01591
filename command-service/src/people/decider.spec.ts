import type { UserEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { decide, evolve, initialState } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const registered: UserEvent = { type: 'UserRegistered', data: { userId: 'u', via: 'operator' } };
const granted: UserEvent = { type: 'StaffGranted', data: {} };
const revoked: UserEvent = { type: 'StaffRevoked', data: {} };
const erased: UserEvent = { type: 'PersonErased', data: {} };
const nothing = undefined;

describe('an account', () => {
  it('is registered once', () => {
    given([]).when({ type: 'RegisterUser', userId: 'u', via: 'operator' }, nothing).then([registered]);
    given([registered]).when({ type: 'RegisterUser', userId: 'u', via: 'operator' }, nothing).then([]);
  });

  it('records each change of password', () => {
    given([registered])
      .when({ type: 'ChangePassword' }, nothing)
      .then([{ type: 'PasswordChanged', data: {} }]);
  });

  it('is granted staff once, and loses it once', () => {
    given([registered]).when({ type: 'GrantStaff' }, nothing).then([granted]);
    given([registered, granted]).when({ type: 'GrantStaff' }, nothing).then([]);
    given([registered, granted]).when({ type: 'RevokeStaff' }, nothing).then([revoked]);
    given([registered, granted, revoked]).when({ type: 'RevokeStaff' }, nothing).then([]);
    given([registered, granted, revoked]).when({ type: 'GrantStaff' }, nothing).then([granted]);
  });

  it.each(['ChangePassword', 'GrantStaff', 'RevokeStaff'] as const)('must exist for %s', (type) => {
    given([]).when({ type }, nothing).thenRefused('user_not_found');
    given([registered, granted, erased]).when({ type }, nothing).thenRefused('user_not_found');
  });
});
