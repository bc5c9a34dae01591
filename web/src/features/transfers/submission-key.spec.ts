import { describe, expect, it } from 'vitest';
import { submissionKeys, type Wanted } from './submission-key.js';

const wanted: Wanted = { user: 'ann', bankLinkId: 'bank', direction: 'incoming', amount: '250.00' };

const tabs = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  let made = 0;
  const clock = { time: 0 };
  const tab = () =>
    submissionKeys(
      storage,
      () => clock.time,
      () => `key-${++made}`,
    );
  return { one: tab(), other: tab(), clock, storage };
};

describe('the key of a transfer', () => {
  it('is the same in two tabs, and after a reload', () => {
    const { one, other } = tabs();

    expect(one.keyFor(wanted)).toBe('key-1');
    expect(other.keyFor(wanted)).toBe('key-1');
    expect(one.keyFor(wanted)).toBe('key-1');
  });

  it.each([
    ['amount', { amount: '250.01' }],
    ['direction', { direction: 'outgoing' }],
    ['bank', { bankLinkId: 'other' }],
    ['person', { user: 'ben' }],
  ] as const)('changes with another %s', (_what, change) => {
    const { one } = tabs();

    expect(one.keyFor(wanted)).toBe('key-1');
    expect(one.keyFor({ ...wanted, ...change })).toBe('key-2');
  });

  it('is the same again after another transfer was reviewed in between', () => {
    const { one, other } = tabs();
    const smaller = { ...wanted, amount: '200.00' };

    expect(one.keyFor(wanted)).toBe('key-1');
    expect(one.keyFor(smaller)).toBe('key-2');
    expect(other.keyFor(wanted)).toBe('key-1');
    one.settled('key-2');
    expect(one.keyFor(wanted)).toBe('key-1');
    expect(one.keyFor(smaller)).toBe('key-3');
  });

  it('changes once the transfer was accepted, however that became known', () => {
    const { one, other } = tabs();
    const key = one.keyFor(wanted);

    other.settled(key);

    expect(one.keyFor(wanted)).toBe('key-2');
    one.settled(key);
    expect(one.keyFor(wanted)).toBe('key-2');
  });

  it('is in doubt from when it is sent until its outcome is known, in every tab', () => {
    const { one, other } = tabs();
    const key = one.keyFor(wanted);
    const smaller = one.keyFor({ ...wanted, amount: '200.00' });
    expect(one.isInDoubt(key)).toBe(false);

    one.sending(key, wanted);
    expect([one.isInDoubt(key), other.isInDoubt(key), one.isInDoubt(smaller)]).toEqual([true, true, false]);
    expect(other.keyFor(wanted)).toBe(key);
    one.notSent(key);
    expect(other.isInDoubt(key)).toBe(false);

    one.sending(key, wanted);
    one.settled(key);
    expect(other.isInDoubt(key)).toBe(false);
  });

  it('is in doubt again when it is sent again from a review that stayed open, after a refusal or for long', () => {
    const { one, other, clock } = tabs();
    const key = one.keyFor(wanted);
    one.settled(key);

    one.sending(key, wanted);

    expect(other.isInDoubt(key)).toBe(true);
    expect(other.keyFor(wanted)).toBe(key);

    clock.time = 29 * 60_000;
    one.sending(key, wanted);
    clock.time = 31 * 60_000;
    expect(other.keyFor(wanted)).toBe(key);
  });

  it('is told of the others in doubt of the same person, while they count', () => {
    const { one, other, clock } = tabs();
    const key = one.keyFor(wanted);
    const smaller = one.keyFor({ ...wanted, amount: '200.00' });
    const foreign = one.keyFor({ ...wanted, user: 'ben' });
    expect(one.othersInDoubt(smaller)).toEqual([]);

    one.sending(key, wanted);
    one.sending(foreign, { ...wanted, user: 'ben' });

    expect(other.othersInDoubt(smaller)).toMatchObject([{ direction: 'incoming', amount: '250.00' }]);
    expect(one.othersInDoubt(key)).toEqual([]);
    clock.time = 30 * 60_000;
    expect(one.othersInDoubt(smaller)).toEqual([]);
  });

  it('changes after half an hour', () => {
    const { one, clock } = tabs();
    one.keyFor(wanted);

    clock.time = 30 * 60_000;

    expect(one.keyFor(wanted)).toBe('key-2');
  });

  it('is kept no longer than it counts', () => {
    const { one, clock, storage } = tabs();
    one.keyFor(wanted);
    clock.time = 30 * 60_000;
    const key = one.keyFor({ ...wanted, amount: '200.00' });

    expect(storage.getItem('transfer_under_way')).not.toContain('250.00');
    one.settled(key);
    expect(storage.getItem('transfer_under_way')).toBeNull();
  });

  it.each(['{', '{}', '[null]', '"key"'])(
    'is created again when the stored value is invalid: %s',
    (stored) => {
      const { one, storage } = tabs();
      storage.setItem('transfer_under_way', stored);

      expect(one.keyFor(wanted)).toBe('key-1');
    },
  );
});
