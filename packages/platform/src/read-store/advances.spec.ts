import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Database, Session } from '../database/database.js';
import { hearAdvances } from './advances.js';
import type { ReadModel } from './read-model.js';

it('a reconnection counts as a change of every read model, also of those that were not heard of again', async () => {
  const session: Partial<Session> = {
    lost: new Promise<Error>(() => undefined),
    onNotification: () => undefined,
    query: async () => [],
    close: async () => undefined,
  };
  const database: Partial<Database> = {
    session: async () => session as Session,
    query: () => Promise.reject(new Error('too many connections')),
    renew: () => undefined,
  };
  const models = ['tallies', 'otherTallies'].map((name) => ({ name }) as ReadModel);
  const stopping = new AbortController();
  const log = pino({ level: 'silent' });
  const advances = hearAdvances({ database: database as Database, models, log, signal: stopping.signal });
  const heard: unknown[] = [];
  advances.on((advance) => heard.push(advance));
  await expect.poll(() => advances.listening).toBe(true);
  expect(heard).toEqual(
    models.map(({ name }) => ({ readModel: name, position: '0', changed: true, streams: null })),
  );
  expect(advances.heard.size).toBe(0);
  stopping.abort();
  await advances.ended;
});
