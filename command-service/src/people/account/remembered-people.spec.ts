import { initialState, type User } from '@groundswell/domain/people';
import { describe, expect, it } from 'vitest';
import { longestRemembered, rememberPeople } from './remembered-people.js';

const ann: User = { ...initialState, registered: true };

/** A process with one account that counts reads of the log. */
const remembering = () => {
  let heard: (userId: string | undefined) => void = () => undefined;
  const state = {
    isFresh: true,
    milliseconds: 0,
    reads: 0,
    staff: false,
    during: () => undefined as unknown,
  };
  const people = rememberPeople({
    accounts: {
      async find(userId) {
        state.reads += 1;
        const { staff } = state;
        state.during();
        return userId === 'nobody' ? undefined : { ...ann, staff };
      },
      emailOf: async () => 'ann@example.com',
    },
    watch: {
      get isFresh() {
        return state.isFresh;
      },
      onUser: (listener) => {
        heard = listener;
      },
    },
    clock: () => state.milliseconds,
  });
  return { people, state, hear: (userId: string | undefined) => heard(userId) };
};

describe('a person who was looked up before', () => {
  it('is remembered', async () => {
    const { people, state } = remembering();
    expect(await people.find('ann')).toEqual({ user: ann, email: 'ann@example.com' });
    expect(await people.find('ann')).toEqual(await people.find('ann'));
    expect(state.reads).toBe(1);
  });

  it.each(['ann', undefined])('is read again after a change of %s', async (changed) => {
    const { people, state, hear } = remembering();
    await people.find('ann');
    state.staff = true;
    hear('bob');
    expect((await people.find('ann'))?.user.staff).toBe(false);
    hear(changed);
    expect((await people.find('ann'))?.user.staff).toBe(true);
  });

  it('is read again after a minute, and for each call while notices of changes do not arrive', async () => {
    const { people, state } = remembering();
    await people.find('ann');
    state.milliseconds = longestRemembered;
    await people.find('ann');
    expect(state.reads).toBe(2);
    state.isFresh = false;
    await people.find('ann');
    await people.find('ann');
    expect(state.reads).toBe(4);
  });

  it('is not remembered in the state before a change that came during the read', async () => {
    const { people, state, hear } = remembering();
    state.during = () => hear('ann');
    await people.find('ann');
    state.during = () => undefined;
    state.staff = true;
    expect((await people.find('ann'))?.user.staff).toBe(true);
  });
});

it('a person without an account is looked up each time', async () => {
  const { people, state } = remembering();
  expect(await people.find('nobody')).toBeUndefined();
  expect(await people.find('nobody')).toBeUndefined();
  expect(state.reads).toBe(2);
});
