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

const open = ({ isFollowing = true } = {}) => {
  const attempts: string[] = [];
  const enqueued: string[] = [];
  const endings: ((fault?: Error) => void)[] = [];
  const sending = createSendingAtOnce({
    attempt: ({ eventId }) =>
      new Promise((resolve, reject) => {
        attempts.push(eventId);
        endings.push((fault) => (fault ? reject(fault) : resolve()));
      }),
    queue: { enqueue: async (ids) => void enqueued.push(...ids) },
    isFollowing: () => isFollowing,
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

  it('is enqueued while enough are under way', async () => {
    const { send, attempts, enqueued, endings } = open();
    send(['a', 'b', 'c'].map(mail));
    send(['d', 'e', 'f'].map(mail));
    expect([attempts, enqueued]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['e', 'f'],
    ]);
    for (const end of endings) end();
    await new Promise(setImmediate);
    send([mail('g')]);
    expect(attempts).toHaveLength(5);
  });

  it('is enqueued while the log is not followed', () => {
    const { send, attempts, enqueued } = open({ isFollowing: false });
    send([mail('a')]);
    expect([attempts, enqueued]).toEqual([[], ['a']]);
  });
});
