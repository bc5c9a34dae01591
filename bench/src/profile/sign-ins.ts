import { randomBytes, randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import type { MoneyInstance } from '../money/instance.js';
import { addressOf, post } from '../transfers/load.js';
import type { Journey } from './journey.js';

const people = 20;

/** People who sign in with their passwords, each from their own address. */
export const openSigningIn = async (instance: MoneyInstance): Promise<Journey> => {
  const signIns: { readonly email: string; readonly password: string }[] = [];
  for (let index = 0; index < people; index += 1) {
    const [email, password] = [`${randomUUID()}@example.com`, randomBytes(12).toString('hex')];
    const { id } = await instance.register(email);
    await instance.setPassword(id, password);
    signIns.push({ email, password });
  }
  return {
    words: 'A sign-in with a password',
    warmUp: { count: 60, perSecond: 3 },
    rates: [1, 3],
    async go(index) {
      const began = performance.now();
      const number = index % people;
      await post({
        from: addressOf(number),
        url: `${instance.commandUrls[0]}${calls.signIn.path}`,
        headers: {},
        body: signIns[number] ?? {},
      });
      const took = performance.now() - began;
      return async () => took;
    },
    close: () => undefined,
  };
};
