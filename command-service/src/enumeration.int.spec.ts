import { randomUUID } from 'node:crypto';
import { type Call, calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, startInstance } from './spec-kit/instance.js';
import { mannWhitney, timeBoth } from './spec-kit/timing.js';

/**
 * Runs of each kind. If requests were processed before the response, a known address would show after far fewer.
 */
const runs = 40;
const longest = 240_000;
/** By chance, one comparison in twenty shows a difference, and five in a row do so once in three million. */
const comparisons = 5;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance(
    {
      REQUESTS_PER_ADDRESS: '100000',
      REQUESTS_PER_EMAIL: '100000',
      SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000',
    },
    { memoryCost: 8_192, timeCost: 2 },
  );
});
afterAll(() => instance.stop());

const newEmail = () => `${randomUUID()}@example.com`;
const known: [string, (email: string) => Promise<unknown>][] = [
  ['of someone with an account', (email) => instance.services.accounts.register(email, 'operator', cause)],
  ['of someone on the waitlist', (email) => instance.ask(calls.joinWaitlist, { email })],
];
const publicCalls: [string, Call][] = [
  ['joining the waitlist', calls.joinWaitlist],
  ['asking for a new password', calls.requestPasswordReset],
];
const cases = publicCalls.flatMap(([name, call]) =>
  known.map(([whose, make]) => [name, whose, call, make] as const),
);

describe.each(cases)('%s with the address %s', (_name, _whose, call, make) => {
  it('takes as long as with an unknown one', { timeout: longest }, async () => {
    const ask = (email: string | undefined) => instance.ask(call, { email });
    for (let warm = 0; warm < 30; warm += 1) await ask(newEmail());
    const likelihoods: number[] = [];
    for (let turn = 0; turn < comparisons; turn += 1) {
      const emails = Array.from({ length: runs }, newEmail);
      // Requests made only to be timed need not be processed.
      await instance.services.database.query('TRUNCATE command_service.inbox');
      await Promise.all(emails.map(make));
      await instance.services.inbox.drain();
      // None of them was asked about recently; that is counted, and takes longer the first time than the
      // second.
      await instance.services.database.query('TRUNCATE command_service.attempt');
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
    const people: string[] = [];
    for (let one = 0; one < 12; one += 1) people.push((await instance.register()).email);
    const strangers = people.map(newEmail);
    const signIn = (email: string | undefined) =>
      instance.services.signIn.signIn({
        email: email ?? '',
        password: 'wrong password',
        network: '-',
        device: '-',
      });
    const likelihoods: number[] = [];
    for (let turn = 0; turn < comparisons; turn += 1) {
      // Each address is counted for the first time, which takes longer than the second.
      await instance.services.database.query('TRUNCATE command_service.attempt');
      const waiting = { people: [...people], strangers: [...strangers] };
      const { one, other } = await timeBoth(
        people.length,
        () => signIn(waiting.people.pop()),
        () => signIn(waiting.strangers.pop()),
      );
      const likelihood = mannWhitney(one, other);
      likelihoods.push(likelihood);
      if (likelihood > 0.05) return;
    }
    expect(Math.max(...likelihoods)).toBeGreaterThan(0.05);
  });
});
