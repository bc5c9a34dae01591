import { setTimeout as pause } from 'node:timers/promises';
import { calls, refuse } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, type Person, startInstance } from '../../spec-kit/instance.js';
import { createAccounts } from '../account/accounts.js';
import type { Asker } from '../account/fair-queue.js';
import { createPasswords, usualPasswordCost } from '../account/passwords.js';
import { newPassword } from './spec-kit/resetting.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance(
    { REQUESTS_PER_ADDRESS: '100000', SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000' },
    usualPasswordCost,
  );
});
afterAll(() => instance.stop());

const signIn = ({ email, password }: Omit<Person, 'id'>) => instance.ask(calls.signIn, { email, password });
/** The sign-ins of the same network may fill the queue meanwhile. */
const reset = async ({ id }: Person, password: string) => {
  const token = await instance.issueLink('password_reset', id);
  const status = async () => (await instance.ask(calls.resetPassword, { token, password })).status;
  await expect.poll(status).toBe(200);
};
/** Signs in with a password repeatedly while other work runs, until it is refused; returns each status. */
const signingInDuring = async (person: Person, work: () => Promise<unknown>): Promise<number[]> => {
  let over = false;
  const statuses: number[] = [];
  const thieves = Array.from({ length: 4 }, async () => {
    while (!over) statuses.push((await signIn(person)).status);
  });
  try {
    await expect.poll(() => statuses.some((status) => status < 500)).toBe(true);
    await work();
    await expect.poll(() => statuses).toContain(401);
  } finally {
    over = true;
    await Promise.all(thieves);
  }
  return statuses;
};

describe('a password that is replaced while others sign in with it', () => {
  it('ends their sessions', async () => {
    const person = await instance.register();
    const statuses = await signingInDuring(person, () => reset(person, newPassword()));
    expect(statuses).toEqual(expect.arrayContaining([200, 401]));
    expect(await instance.services.sessions.listOf(person.id)).toEqual([]);
  });

  it('ends sign-ins that wait for a code', async () => {
    const person = await instance.register();
    await instance.services.accounts.change(person.id, { type: 'TurnOnSecondFactor' }, cause);
    const statuses = await signingInDuring(person, () => reset(person, newPassword()));
    expect(statuses).toEqual(expect.arrayContaining([403, 401]));
    const begun = await instance.services.database.query(
      'SELECT FROM people.begun_sign_in WHERE user_id = $1',
      [person.id],
    );
    expect(begun).toEqual([]);
  });

  it('does not come back when the sign-in stores it at another cost', async () => {
    const person = await instance.register();
    const password = newPassword();
    const real = await createPasswords();
    let outdated = true;
    const passwords = {
      ...real,
      isOutdated: () => outdated,
      async hash(from: Asker, old: string) {
        outdated = false;
        await instance.services.accounts.setPassword(person.id, password, cause);
        return real.hash(from, old);
      },
    };
    const { services } = instance;
    const log = createLog({ service: 'spec', level: 'silent' });
    const accounts = createAccounts({ ...services, changes: services.identityChanges, passwords, log });
    expect(
      await accounts.authenticate(person.email, person.password, { key: 'network', known: false }),
    ).toBeUndefined();
    expect((await signIn(person)).status).toBe(401);
    expect((await signIn({ email: person.email, password })).status).toBe(200);
  });
});

describe('setting a password by link', () => {
  it('waits for another link of the same person, and the two never deadlock', async () => {
    const { id } = await instance.register();
    let [inside, most] = [0, 0];
    const follow = async () => {
      most = Math.max(most, ++inside);
      await pause(300);
      inside -= 1;
      return refuse('LinkNotValid');
    };
    const cause = { actor: { id, role: 'anonymous' }, correlationId: 'spec' } as const;
    const setting = [1, 2].map(() =>
      instance.services.accounts.setPassword(id, newPassword(), cause, follow),
    );
    expect(await Promise.all(setting)).toEqual([refuse('LinkNotValid'), refuse('LinkNotValid')]);
    expect(most).toBe(1);
  });
});

it('a password is kept only as an argon2id hash, with 64 MiB and three passes', async () => {
  const { id, password } = await instance.register();
  const [credential] = await instance.services.database.query<{ password_hash: string }>(
    'SELECT password_hash FROM people.credential WHERE user_id = $1',
    [id],
  );
  expect(credential?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(credential?.password_hash).not.toContain(password);
});
