import { createLog } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import type { DueMail } from './mailable.js';
import { createSendingAtOnce } from './send-at-once.js';

const mail = (eventId: string): DueMail => ({
  eventId,
  personId: 'ann',
  kind: 'password changed',
  occurredAt: '2026-11-20T15:00:00.000Z',
});
const joined = (count: number): DueMail[] =>
  Array.from({ length: count }, (_, n) => ({ ...mail(`join ${n}`), kind: 'confirm waitlist' }));

const open = (isFollowing = () => true) => {
  const attempts: string[] = [];
  const enqueued: string[] = [];
  const endings: ((fault?: Error) => void)[] = [];
  const sending = createSendingAtOnce({
    attempt: ({ eventId }) =>
      new Promise((resolve, reject) => {
        attempts.push(eventId);
        endings.push((fault) => (fault ? reject(fault) : resolve()));
      }),
    queue: { enqueue: async (mails) => void enqueued.push(...mails.map(({ eventId }) => eventId)) },
    isFollowing,
    log: createLog({ service: 'spec', level: 'silent' }),
  });
  return { ...sending, attempts, enqueued, endings };
};

describe('a mail that is due', () => {
  it('is sent at once, and not enqueued once it is sent', async () => {
    const { send, ended, attempts, enqueued, endings } = open();
    send([mail('a')]);
    expect(attempts).toEqual(['a']);
    endings[0]?.();
    await ended();
    expect(enqueued).toEqual([]);
  });

  it('is enqueued when the attempt fails', async () => {
    const { send, ended, enqueued, endings } = open();
    send([mail('a')]);
    endings[0]?.(new Error('the mail server is away'));
    await ended();
    expect(enqueued).toEqual(['a']);
  });

  it('waits while enough are under way', async () => {
    const { send, attempts, enqueued, endings } = open();
    send(['a', 'b', 'c'].map(mail));
    send(['d', 'e', 'f'].map(mail));
    expect(attempts).toEqual(['a', 'b', 'c', 'd']);
    endings[1]?.();
    await new Promise(setImmediate);
    expect([attempts.slice(4), enqueued]).toEqual([['e'], []]);
  });

  it('is enqueued while many are waiting', () => {
    const { send, attempts, enqueued } = open();
    send(Array.from({ length: 1_006 }, (_, n) => mail(`mail ${n}`)));
    expect([attempts.length, enqueued]).toEqual([
      4,
      ['mail 1000', 'mail 1001', 'mail 1002', 'mail 1003', 'mail 1004', 'mail 1005'],
    ]);
    send([mail('a')]);
    expect(enqueued).toHaveLength(6);
  });

  it('goes before all those to the waitlist, which leave one of the senders to others', async () => {
    const { send, attempts, enqueued, endings } = open();
    send(joined(1_000));
    expect([attempts.length, enqueued]).toEqual([3, []]);
    send(['a', 'b'].map(mail));
    expect(attempts.slice(3)).toEqual(['a']);
    endings[0]?.();
    await new Promise(setImmediate);
    expect(attempts.slice(3)).toEqual(['a', 'b']);
    for (const end of [1, 2, 3, 4]) endings[end]?.();
    await new Promise(setImmediate);
    expect(attempts.slice(5)).toEqual(['join 3', 'join 4', 'join 5']);
  });

  it('goes before all links that open an account, which anyone can have sent to any address', () => {
    const { send, attempts } = open();
    send([...joined(900).map((join) => ({ ...join, kind: 'account opening' as const })), mail('a')]);
    expect(attempts).toEqual(['a', 'join 0', 'join 1', 'join 2']);
  });

  it('has a place, however many to the waitlist wait', () => {
    const { send, enqueued } = open();
    send([...joined(1_001), mail('a'), mail('b')]);
    expect(enqueued).toEqual(['join 1000']);
  });

  it('is enqueued when the process ends before its turn', async () => {
    const { send, ended, attempts, enqueued, endings } = open();
    send(['a', 'b', 'c', 'd', 'e'].map(mail));
    const over = ended();
    for (const end of endings) end();
    await over;
    expect([attempts.length, enqueued]).toEqual([4, ['e']]);
  });

  it('is enqueued while the log is not followed, also when its turn comes only then', async () => {
    const log = { isFollowed: true };
    const { send, attempts, enqueued, endings } = open(() => log.isFollowed);
    send(['a', 'b', 'c', 'd', 'e'].map(mail));
    log.isFollowed = false;
    endings[0]?.();
    await new Promise(setImmediate);
    send([mail('f')]);
    expect([attempts.length, enqueued]).toEqual([4, ['e', 'f']]);
  });
});
