import { expect, it } from 'vitest';
import { createLog } from '../logging/log.js';
import type { Session } from './database.js';
import { listen } from './listen.js';

it('no connection stays open when listening is refused, as a standby does', async () => {
  const [opened, closed] = [new Set<Session>(), new Set<Session>()];
  const ended = new AbortController();
  const session = async (): Promise<Session> => {
    const refusing = {
      lost: new Promise<Error>(() => undefined),
      onNotification: () => undefined,
      query: () => Promise.reject(new Error('cannot execute LISTEN during recovery')),
      close: async () => void closed.add(refusing as unknown as Session),
    };
    opened.add(refusing as unknown as Session);
    return refusing as unknown as Session;
  };
  const listening = listen({
    database: { session },
    channel: 'a_channel',
    subject: 'a spec',
    ask: async () => undefined,
    onNotice: () => undefined,
    log: createLog({ service: 'test', level: 'silent' }),
    signal: ended.signal,
  });
  await expect.poll(() => opened.size, { timeout: 10_000 }).toBeGreaterThan(2);
  ended.abort();
  await listening.ended;
  expect(closed.size).toBe(opened.size);
});
