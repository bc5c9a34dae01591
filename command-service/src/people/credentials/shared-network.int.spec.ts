import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../../spec-kit/instance.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '3' });
});
afterAll(() => instance.stop());

describe('a person who is signed in', () => {
  it.each([
    ['password', calls.changePassword, { password: 'another password of theirs' }],
    ['address', calls.requestEmailChange, { email: 'new@example.com' }],
  ])(
    'has a limit of their own for changing their %s, whatever strangers on the same network ask',
    async (_what, call, body) => {
      const { access: token } = await instance.signIn(await instance.register());
      const strange = () =>
        instance.ask(calls.requestPasswordReset, { email: `${randomUUID()}@example.com` });
      const strangers = await Promise.all(Array.from({ length: 4 }, strange));
      expect(strangers.map(({ status }) => status)).toContain(429);

      const codes = [];
      for (let turn = 0; turn < 4; turn += 1)
        codes.push((await instance.ask(call, body, { token })).body.code);

      expect(codes).toEqual([...Array(3).fill('IdentityProofNeeded'), 'TooManyRequests']);
    },
  );
});
