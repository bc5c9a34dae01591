import { EventStoreUnavailable } from '@groundswell/platform/event-store';
import { afterEach, expect, it, vi } from 'vitest';
import { withLog } from './ground.js';

afterEach(() => vi.unstubAllEnvs());

it('says that the event store is out of reach, instead of waiting for it', async () => {
  vi.stubEnv('EVENTSTORE_URL', 'esdb://127.0.0.1:1?tls=false');
  const work = vi.fn();

  await expect(withLog(work)).rejects.toThrow(EventStoreUnavailable);
  expect(work).not.toHaveBeenCalled();
});
