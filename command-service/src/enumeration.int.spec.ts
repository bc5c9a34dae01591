import { randomUUID } from 'node:crypto';
import { type Call, calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualPasswordCost } from './people/passwords.js';
import { cause, type House, startHouse } from './spec-kit/house.js';
import { mannWhitney, timeBoth } from './spec-kit/timing.js';

/** Of each kind. Worked off within the request, a known address shows after far fewer. */
const runs = 120;
const longest = 120_000;
/** Chance alone shows a difference in one of twenty comparisons, and five times in a row in one of three million. */
const comparisons = 5;

let house: House;
beforeAll(async () => {
  house = await startHouse(
    {
      REQUESTS_PER_ADDRESS: '100000',
      REQUESTS_PER_EMAIL: '100000',
      SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000',
    },
    usualPasswordCost,
  );
});
afterAll(() => house.stop());

const newEmail = () => `${randomUUID()}@example.com`;
const known: [string, (email: string) => Promise<unknown>][] = [
  ['of someone with an account', (email) => house.parts.accounts.register(email, 'operator', cause)],
  ['of someone on the waitlist', (email) => house.ask(calls.joinWaitlist, { email })],
];
const doors: [string, Call][] = [
  ['joining the waitlist', calls.joinWaitlist],
  ['asking for a new password', calls.requestPasswordReset],
];
const cases = doors.flatMap(([door, call]) =>
  known.map(([whose, make]) => [door, whose, call, make] as const),
);

describe.each(cases)('%s with the address %s', (_door, _whose, call, make) => {
  it('takes as long as with an unknown one', { timeout: longest }, async () => {
    const ask = (email: string | undefined) => house.ask(call, { email });
    for (let warm = 0; warm < 30; warm += 1) await ask(newEmail());
    const likelihoods: number[] = [];
    for (let turn = 0; turn < comparisons; turn += 1) {
      const emails = Array.from({ length: runs }, newEmail);
      // What was only asked for the sake of its time need not be worked off.
      await house.parts.database.query('TRUNCATE command_service.inbox');
      await Promise.all(emails.map(make));
      await house.parts.inbox.drain();
      // Nobody has asked about any of them lately, which is counted, and takes longer the first time than the second.
      await house.parts.database.query('TRUNCATE command_service.attempt');
      const { one, other } = await timeBoth(
        runs,
        () => ask(emails.pop()),
        () => ask(newEmail()),
      );
      const likelihood = mannWhitney(one, other);
      likelihoods.push(likelihood);
      if (likelihood > 0.05) return;
    }
    expect(Math.max(...likelihoods)).toBeGreaterThan(0.05);
  });
});

describe('signing in', () => {
  it('takes as long for an unknown address as for a known one', async () => {
    const { email } = await house.register();
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let turn = 0; turn < 9; turn += 1) {
      for (const [kind, address] of [
        ['known', email],
        ['unknown', `${turn}@example.com`],
      ] as const) {
        const started = performance.now();
        await house.parts.signIn.signIn({
          email: address,
          password: 'wrong password',
          network: '-',
          device: '-',
        });
        times[kind].push(performance.now() - started);
      }
    }
    const median = (values: number[]) => values.sort((one, other) => one - other)[4] ?? 0;
    // Without the dummy hash an unknown address answers in a twentieth of the time.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 2);
    expect(median(times.unknown)).toBeLessThan(median(times.known) * 2);
  });
});
