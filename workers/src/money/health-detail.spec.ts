import { createLog } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { QueueUnavailable } from '@groundswell/platform/queue';
import { describe, expect, it } from 'vitest';
import { detailOf } from './health-detail.js';

/** The detail for these queue counts, and what is logged meanwhile. */
const detailWhen = async (counts: () => Promise<Record<string, number>>) => {
  const said: string[] = [];
  const log = createLog({
    service: 'test',
    level: 'trace',
    destination: { write: (line: string) => void said.push(JSON.parse(line).msg) },
  });
  const database = { query: async () => [] } as unknown as Database;
  return { detail: await detailOf({ database, log }, new Map(), { counts }), said };
};

describe('the health of money', () => {
  it('says that the queue cannot be reached while Redis is unavailable', async () => {
    const { detail, said } = await detailWhen(() => Promise.reject(new QueueUnavailable('away')));
    expect([detail?.queue, said]).toEqual(['can’t be reached', []]);
  });

  it('does not take any other fault of the queue for that, and logs it', async () => {
    const { detail, said } = await detailWhen(() => Promise.reject(new Error('WRONGTYPE')));
    expect([detail?.queue, said]).toEqual(['not countable', ['jobs could not be counted']]);
  });
});
