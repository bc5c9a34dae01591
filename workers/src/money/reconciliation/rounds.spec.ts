import { realAlarm } from '@groundswell/broker';
import { createLog, realPause } from '@groundswell/platform';
import { expect, it } from 'vitest';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { openRounds } from './rounds.js';

it('a comparison that never ends does not keep a round from ending, and is logged', async () => {
  const compared: string[] = [];
  const noted: string[] = [];
  const log = createLog({ service: 'spec', level: 'silent' });
  const told: unknown[] = [];
  const dependencies = {
    store: {
      peopleToReconcile: async () => ['stuck', 'other'],
      noteReconciled: async (userId: string) => void noted.push(userId),
    },
    settings: { timeout: 2, reconcileEvery: 1, reconcileAllEvery: 1, sweepEvery: 1 },
    log: Object.assign(Object.create(log), { warn: (...words: unknown[]) => void told.push(words) }),
    now: () => new Date(),
    monotonic: () => performance.now(),
    pause: realPause,
    alarm: realAlarm,
  } as unknown as MoneyDependencies;
  const desk = {
    read(userId: string) {
      compared.push(userId);
      return userId === 'stuck' ? new Promise(() => undefined) : Promise.resolve({ state: {} });
    },
  } as unknown as AccountDesk;
  const stop = new AbortController();
  const running = openRounds(dependencies, desk, () => true).run(stop.signal);
  await expect.poll(() => compared.filter((userId) => userId === 'other').length).toBeGreaterThan(2);
  expect(noted).toContain('stuck');
  expect(JSON.stringify(told)).toContain('could not be compared');
  stop.abort();
  await running;
});
