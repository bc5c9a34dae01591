import { randomUUID } from 'node:crypto';
import { calls, headers, type Session } from '@groundswell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Instance, startInstance } from '../../spec-kit/instance.js';
import { usualPasswordCost } from './passwords.js';

let instance: Instance;
beforeAll(async () => {
  const unlimited = '100000';
  const limits = {
    SIGN_IN_ATTEMPTS_PER_ADDRESS: unlimited,
    SIGN_IN_ATTEMPTS_PER_EMAIL: unlimited,
    REQUESTS_PER_ADDRESS: unlimited,
  };
  instance = await startInstance(limits, usualPasswordCost);
});
afterAll(() => instance.stop());

const path = '/user/password_change/';

/** Fills a caller's places in the password queue as long as the work takes. */
const whileBusy = async <Result>(personId: string, work: () => Promise<Result>): Promise<Result> => {
  let over = false;
  const ask = async (): Promise<void> => {
    while (!over) await instance.services.accounts.provePassword(personId, 'a guess').catch(() => undefined);
  };
  const flood = Array.from({ length: 30 }, ask);
  return work().finally(async () => {
    over = true;
    await Promise.all(flood);
  });
};

it('a password change refused because the service is busy succeeds when sent again', async () => {
  const person = await instance.register();
  let token = (await instance.signIn(person)).access;
  let password = person.password;
  /** Changes it once, repeating the request while the service is busy. @returns the status of each response */
  const change = async (): Promise<number[]> => {
    const { proof } = (await instance.ask(calls.proveIdentity, { for: path, password }, { token })).body;
    const asked = {
      token,
      headers: { [headers.identityProof]: String(proof), [headers.idempotencyKey]: randomUUID() },
    };
    const next = `tide ${randomUUID()}`;
    const send = () => instance.ask(calls.changePassword, { password: next }, asked);
    const first = await whileBusy(person.id, send);
    const last = first.status === 503 ? await send() : first;
    token = (last.body as unknown as Session).access;
    password = next;
    return [first.status, last.status];
  };
  let statuses: number[] = [];
  // A request served immediately proves nothing.
  for (let round = 0; round < 20 && statuses[0] !== 503; round += 1) {
    statuses = await change();
    expect(statuses[1]).toBe(200);
  }
  expect(statuses[0]).toBe(503);
});

it('a stranger’s attempt is refused before it is counted when no place is free', async () => {
  const { database } = instance.services;
  const counted = async (): Promise<number> => {
    const [row] = await database.query<{ rows: number }>(
      'SELECT count(*)::integer AS rows FROM command_service.attempt',
    );
    return row?.rows ?? 0;
  };
  // Several times as many as there are places.
  const strangers = 180;
  const ask = async (round: number): Promise<number> => {
    const before = await counted();
    const statuses = await Promise.all(
      Array.from({ length: strangers }, async (_, index) => {
        const asked = { email: `${randomUUID()}@example.com`, password: 'a guess' };
        const from = { headers: { 'x-forwarded-for': `203.0.${round}.${index + 1}` } };
        return (await instance.ask(calls.signIn, asked, from)).status;
      }),
    );
    expect(statuses).toContain(503);
    return (await counted()) - before;
  };
  // For the network, for the address, and for both. On a busy machine some places may be free again before the last one asks.
  const ofAll = 3 * strangers;
  let rows = ofAll;
  for (let round = 113; round < 118 && rows === ofAll; round += 1) rows = await ask(round);
  expect(rows).toBeLessThan(ofAll);
});
