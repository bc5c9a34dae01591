import { randomUUID } from 'node:crypto';
import { type Call, calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, startHouse } from './spec-kit/house.js';
import { mannWhitney, timeBoth } from './spec-kit/timing.js';

/** Of each kind. Worked off within the request, a known address shows after far fewer. */
const runs = 120;
const longest = 120_000;
/** Chance alone shows a difference in one of twenty comparisons, and five times in a row in one of three million. */
const comparisons = 5;

let house: House;
beforeAll(async () => {
  house = await startHouse({ REQUESTS_PER_ADDRESS: '100000', REQUESTS_PER_EMAIL: '100000' });
});
afterAll(() => house.stop());

const cause = { actor: { id: 'spec', role: 'operator' }, correlationId: 'spec' } as const;
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
      for (const email of emails) await make(email);
      await house.parts.inbox.drain();
      // Nobody has asked about any of them lately, which is counted, and takes longer the first time than the second.
      await house.parts.database.query('DELETE FROM command_service.attempt');
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
