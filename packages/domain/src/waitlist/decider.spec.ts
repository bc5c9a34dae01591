import type { WaitlistEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { decide, evolve, initialState } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const at = (occurredAt: string) => ({ metadata: { occurredAt } });
const noon = { now: '2026-11-20T12:00:00.000Z' };
const joined = {
  type: 'WaitlistJoined' as const,
  data: { conceptId: 'ocean' },
  ...at('2026-11-20T11:30:00.000Z'),
};
const asked = {
  type: 'WaitlistConfirmationRequested' as const,
  data: {},
  ...at('2026-11-20T11:59:00.000Z'),
};
const confirmed: WaitlistEvent = { type: 'WaitlistConfirmed', data: {} };
const left: WaitlistEvent = { type: 'WaitlistLeft', data: {} };
const join = (conceptId?: string) => ({ type: 'JoinWaitlist' as const, conceptId });

describe('joining', () => {
  it('begins with or without a trend', () => {
    given([])
      .when(join('ocean'), noon)
      .then([{ type: 'WaitlistJoined', data: { conceptId: 'ocean' } }]);
    given([])
      .when(join(), noon)
      .then([{ type: 'WaitlistJoined', data: {} }]);
  });

  it('again for another trend adds it', () => {
    given([joined, confirmed])
      .when(join('space'), noon)
      .then([{ type: 'WaitlistInterestAdded', data: { conceptId: 'space' } }]);
  });

  it('again for the same trend changes nothing', () => {
    given([joined, confirmed]).when(join('ocean'), noon).then([]);
    const both: WaitlistEvent[] = [
      joined,
      confirmed,
      { type: 'WaitlistInterestAdded', data: { conceptId: 'space' } },
    ];
    for (const conceptId of ['ocean', 'space']) given(both).when(join(conceptId), noon).then([]);
    given([joined, confirmed]).when(join(), noon).then([]);
  });

  it('asks for confirmation again, at most once an hour', () => {
    given([joined]).when(join('ocean'), noon).then([]);
    given([joined])
      .when(join('ocean'), { now: '2026-11-20T12:30:00.000Z' })
      .then([{ type: 'WaitlistConfirmationRequested', data: {} }]);
    given([joined, asked]).when(join('ocean'), { now: '2026-11-20T12:30:00.000Z' }).then([]);
  });

  it('asks for confirmation again although a clock that was ahead noted when it last did', () => {
    const ahead = { ...joined, ...at('2026-11-22T12:00:00.000Z') };
    given([ahead])
      .when(join('ocean'), noon)
      .then([{ type: 'WaitlistConfirmationRequested', data: {} }]);
  });

  it('asks once when a second request is decided later with an earlier moment, or by a clock that is seconds behind', () => {
    const [joinedAt, askedAt] = [
      { ...joined, ...at(noon.now) },
      { ...asked, ...at(noon.now) },
    ];
    for (const now of ['2026-11-20T11:59:59.999Z', '2026-11-20T11:59:00.000Z']) {
      given([joinedAt]).when(join('ocean'), { now }).then([]);
      given([joined, askedAt]).when(join('ocean'), { now }).then([]);
    }
  });

  it('after leaving starts over, with nothing known from before', () => {
    given([joined, confirmed, left])
      .when(join('space'), noon)
      .then([{ type: 'WaitlistJoined', data: { conceptId: 'space' } }]);
    given([joined, confirmed, left, { type: 'WaitlistJoined', data: {} }])
      .when({ type: 'ConfirmWaitlist' }, noon)
      .then([confirmed]);
  });
});

describe('confirming', () => {
  it('happens once', () => {
    given([joined]).when({ type: 'ConfirmWaitlist' }, noon).then([confirmed]);
    given([joined, confirmed]).when({ type: 'ConfirmWaitlist' }, noon).then([]);
  });

  it('is refused for people who are not on the list', () => {
    given([]).when({ type: 'ConfirmWaitlist' }, noon).thenRefused('LinkNotValid');
    given([joined, left]).when({ type: 'ConfirmWaitlist' }, noon).thenRefused('LinkNotValid');
  });
});

describe('leaving', () => {
  it('happens once, confirmed or not', () => {
    given([joined]).when({ type: 'LeaveWaitlist' }, noon).then([left]);
    given([joined, confirmed]).when({ type: 'LeaveWaitlist' }, noon).then([left]);
    given([joined, left]).when({ type: 'LeaveWaitlist' }, noon).then([]);
  });

  it('is refused for people who never joined', () => {
    given([]).when({ type: 'LeaveWaitlist' }, noon).thenRefused('LinkNotValid');
  });
});
