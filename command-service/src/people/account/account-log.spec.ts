import type { EventStore } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { type AccountLogParts, openAccountLog } from './account-log.js';

it('an account with years of resets that others asked for is read once, and then only what is new of it', async () => {
  const types = ['UserRegistered', ...Array.from({ length: 10_000 }, () => 'PasswordResetRequested')];
  const events = types.map((type, at) => ({
    type,
    id: `${at}`,
    revision: BigInt(at),
    data: {},
    metadata: { occurredAt: new Date(at * 3_600_000).toISOString() },
  }));
  let read = 0;
  const readStream = async (_stream: string, from = 0n) => {
    const found = events.slice(Number(from));
    read += found.length;
    return { events: found, revision: found.at(-1)?.revision ?? 'no_stream' };
  };
  const eventStore = { readStream } as unknown as EventStore;
  const accounts = openAccountLog({ eventStore } as AccountLogParts);
  const first = await accounts.find('ann');
  read = 0;
  expect(await accounts.find('ann')).toEqual(first);
  expect(first?.registered).toBe(true);
  expect(read).toBe(1);
});
