import { type Call, calls, serviceOf } from '@groundswell/contracts';
import { callsServedBy } from '@groundswell/platform/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllers } from './command-service.module.js';
import { type Instance, startInstance } from './spec-kit/instance.js';

const all: [string, Call][] = Object.entries(calls);
const ours = all.filter(([, call]) => serviceOf(call) === 'command-service');
const addressOf = ({ method, path }: Call): string => `${method} ${path}`;

let instance: Instance;
let customer: string;
let staff: string;
beforeAll(async () => {
  instance = await startInstance();
  customer = (await instance.signIn(await instance.register())).access;
  staff = (await instance.signIn(await instance.register({ staff: true }))).access;
});
afterAll(() => instance.stop());

describe('the registry', () => {
  it('serves each of the command service’s calls once, and no other call', () => {
    const served = callsServedBy(controllers).map(addressOf);
    expect([...served].sort()).toEqual(ours.map(([, call]) => addressOf(call)).sort());
  });
});

describe('every call', () => {
  const request = (call: Call, token?: string) =>
    instance.ask(call, call.method === 'POST' ? {} : undefined, { token });

  it.each(ours.filter(([, { access }]) => access !== 'public'))(
    '%s asks for a token',
    async (_name, call) => {
      for (const token of [undefined, 'not.a.token', `${customer}x`]) {
        const answer = await request(call, token);
        expect([answer.status, answer.body.code]).toEqual([401, 'NotSignedIn']);
      }
    },
  );

  it.each(ours.filter(([, { access }]) => access === 'staff'))('%s is for staff', async (_name, call) => {
    const answer = await request(call, customer);
    expect([answer.status, answer.body.code]).toEqual([403, 'NotStaff']);
    // 415: the call that takes a form instead of JSON.
    expect([400, 200, 415]).toContain((await request(call, staff)).status);
  });

  it.each(ours.filter(([, { access }]) => access === 'public'))(
    '%s is open to everyone',
    async (_name, call) => {
      const { status, body } = await request(call);
      expect(['NotSignedIn', 'NotStaff']).not.toContain(body.code);
      // A path with a placeholder names nothing that exists, so it may answer 404.
      if (!call.params) expect(status).not.toBe(404);
    },
  );

  it.each(ours.filter(([, { body }]) => body))('%s refuses what it does not know', async (_name, call) => {
    const answer = await instance.ask(call, { surprise: true }, { token: staff });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
    expect(answer.body.fields).toHaveProperty('surprise');
  });

  it.each(all.filter(([, call]) => serviceOf(call) !== 'command-service'))(
    '%s is not here',
    async (_name, call) => {
      expect((await instance.ask({ ...call, path: call.path }, undefined, { token: staff })).status).toBe(
        404,
      );
    },
  );
});
