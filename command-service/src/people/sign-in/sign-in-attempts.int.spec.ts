import { randomUUID } from 'node:crypto';
import { calls, type Session } from '@groundswell/contracts';
import { createLog, parseConfig } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../../config.js';
import { everythingIn } from '../../spec-kit/everything.js';
import { type Instance, startInstance } from '../../spec-kit/instance.js';
import { startCommandService } from '../../start.js';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Limit for one address from one network: the smallest usable one. */
const limit = 2;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ SIGN_IN_ATTEMPTS_PER_EMAIL: String(limit) });
});
afterAll(() => instance.stop());

let networks = 0;
/** A documentation address (RFC 5737), so that specs do not share counts. */
const newNetwork = (): string => `203.0.113.${++networks}`;
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });

interface Named {
  readonly email: string;
  readonly password: string;
}
const signIn = async ({ email, password }: Named, network: string): Promise<number> =>
  (await instance.ask(calls.signIn, { email, password }, from(network))).status;
const guess = ({ email }: Pick<Named, 'email'>, network: string, times: number): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => signIn({ email, password: 'a wrong one' }, network)));
/** An attacker with many networks: as many attempts from each as one is allowed. */
const guessFromEverywhere = async (named: Pick<Named, 'email'>): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await guess(named, newNetwork(), limit)).toEqual(Array.from({ length: limit }, () => 401));
  }
};

describe('wrong passwords', () => {
  it('do not lock out a person who signs in from another network', async () => {
    const ann = await instance.register();
    const elsewhere = newNetwork();
    expect(await guess(ann, elsewhere, limit + 1)).toContain(429);
    expect(await signIn(ann, elsewhere)).toBe(429);
    expect(await signIn(ann, newNetwork())).toBe(200);
  });

  it('from many networks lock out strangers, but not people on networks they have signed in from', async () => {
    const [ann, home] = [await instance.register(), newNetwork()];
    expect(await signIn(ann, home)).toBe(200);
    instance.moveClock(minute);
    await guessFromEverywhere(ann);
    expect(await signIn(ann, newNetwork())).toBe(429);
    expect(await signIn(ann, home)).toBe(200);
    expect((await guess(ann, home, limit + 1)).filter((status) => status === 401)).toHaveLength(limit);
    expect(await signIn(ann, home)).toBe(429);
    instance.moveClock(minute);
    expect(await signIn(ann, newNetwork())).toBe(200);
  });

  it('are limited the same for an address without an account', async () => {
    const nobody = { email: `${randomUUID()}@example.com`, password: 'whatever it is' };
    await guessFromEverywhere(nobody);
    expect(await signIn(nobody, newNetwork())).toBe(429);
  });

  it('are limited again from a network that was not used for thirty days', async () => {
    const [ann, home] = [await instance.register(), newNetwork()];
    await signIn(ann, home);
    instance.moveClock(30 * day);
    await guessFromEverywhere(ann);
    expect(await signIn(ann, home)).toBe(429);
    await instance.services.knownNetworks.removeExpired();
    const left = 'SELECT FROM people.known_network WHERE user_id = $1';
    expect(await instance.services.database.query(left, [ann.id])).toEqual([]);
  });

  it('do not lock out a person who sets a new password by email', async () => {
    const [ann, here, password] = [await instance.register(), newNetwork(), `tide ${randomUUID()}`];
    await guessFromEverywhere(ann);
    const token = await instance.issueLink('password_reset', ann.id);
    expect((await instance.ask(calls.resetPassword, { token, password }, from(here))).status).toBe(200);
    expect(await signIn({ ...ann, password }, newNetwork())).toBe(429);
    expect(await signIn({ ...ann, password }, here)).toBe(200);
  });

  describe('a hundred in a row', () => {
    const most = 100;
    /** From unknown networks, at the highest allowed rate, until all attempts were accepted. */
    const guessSoOften = async (named: Pick<Named, 'email'>): Promise<void> => {
      for (let done = 0; done < most; done += 5 * limit) {
        instance.moveClock(minute);
        await guessFromEverywhere(named);
      }
    };
    /** As if this many sign-ins had failed. */
    const useUp = (key: string) =>
      Promise.all(Array.from({ length: most }, () => instance.services.wrongPasswords.mayTry(key)));
    const refusal = async ({ email, password }: Named, network: string) => {
      const { status, body } = await instance.ask(calls.signIn, { email, password }, from(network));
      return [status, 'code' in body ? body.code : undefined];
    };
    const closed = [429, 'TooManyWrongPasswords'];

    it('are all that strangers may try, over any time; a person on a network they have used still may', async () => {
      const [ann, home] = [await instance.register(), newNetwork()];
      expect(await signIn(ann, home)).toBe(200);
      await guessSoOften(ann);
      instance.moveClock(day);
      expect(await refusal(ann, newNetwork())).toEqual(closed);
      expect(await signIn(ann, home)).toBe(200);
      // A correct password ends the series.
      expect(await signIn(ann, newNetwork())).toBe(200);
    });

    it('are also the limit for an address without an account', async () => {
      const unknown = { email: `${randomUUID()}@example.com`, password: 'whatever it is' };
      await useUp(unknown.email);
      expect(await refusal(unknown, newNetwork())).toEqual(closed);
      instance.moveClock(30 * day);
      expect((await refusal(unknown, newNetwork()))[0]).toBe(401);
    });

    it('are also the limit of a known network, and lock out no one on other networks', async () => {
      const [ann, home, other] = [await instance.register(), newNetwork(), newNetwork()];
      for (const network of [home, other]) expect(await signIn(ann, network)).toBe(200);
      await useUp(`${home} ${ann.email}`);
      expect(await refusal(ann, home)).toEqual(closed);
      expect(await signIn(ann, other)).toBe(200);
    });

    it('are also the limit for a session that is asked for the password again', async () => {
      const ann = await instance.register();
      const { email, password } = ann;
      const session = await instance.ask(calls.signIn, { email, password }, from(newNetwork()));
      await useUp(ann.email);
      const { refresh } = session.body as unknown as Session;
      const { access: token } = (await instance.ask(calls.refreshToken, { refresh }))
        .body as unknown as Session;
      const thief = () => ({ ...from(newNetwork()), token });
      const answers = [
        await instance.ask(calls.proveIdentity, { for: '/api/remove_ach_method/', password }, thief()),
        await instance.ask(calls.setUpSecondFactor, { password }, thief()),
        await instance.ask(calls.linkGoogle, { password, access_token: 'a' }, thief()),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([closed, closed, closed]);
    });

    it('are reset by a new password set by email', async () => {
      const [ann, here, password] = [await instance.register(), newNetwork(), `tide ${randomUUID()}`];
      await useUp(ann.email);
      expect(await refusal(ann, newNetwork())).toEqual(closed);
      const token = await instance.issueLink('password_reset', ann.id);
      expect((await instance.ask(calls.resetPassword, { token, password }, from(here))).status).toBe(200);
      instance.moveClock(minute);
      expect(await signIn({ ...ann, password }, newNetwork())).toBe(200);
    });

    it('are forgotten after thirty days', async () => {
      await instance.services.wrongPasswords.removeExpired();
      expect(await instance.services.database.query('SELECT FROM people.wrong_password')).not.toEqual([]);
      instance.moveClock(30 * day);
      await instance.services.wrongPasswords.removeExpired();
      expect(await instance.services.database.query('SELECT FROM people.wrong_password')).toEqual([]);
    });

    it('start over once the clock is right, and are forgotten, when it was far ahead at the first', async () => {
      const { database, wrongPasswords } = instance.services;
      const [ann, bob] = [randomUUID(), randomUUID()];
      const tries = (key: string) =>
        Promise.all(Array.from({ length: 60 }, () => wrongPasswords.mayTry(key)));
      instance.moveClock(365 * day);
      for (const key of [ann, bob]) await tries(key);
      instance.moveClock(-365 * day);
      expect(await tries(ann)).not.toContain(false);
      await wrongPasswords.removeExpired();
      expect(await database.query('SELECT count FROM people.wrong_password')).toEqual([{ count: 60 }]);
    });
  });

  it('over IPv6 are counted by network, whatever the rest of the address; from a mapped address as IPv4', async () => {
    const { email } = await instance.register();
    const one = (network: string) => signIn({ email, password: 'a wrong one' }, network);
    const [own, other] = ['2001:db8:1:1::', '2001:db8:1:2::'];
    expect([await one(`${own}1`), await one(`${own}2`), await one(`${own}3`)]).toEqual([401, 401, 429]);
    expect(await one(`${other}1`)).toBe(401);
    const mapped = newNetwork();
    expect([await one(mapped), await one(`::ffff:${mapped}`), await one(mapped)]).toEqual([401, 401, 429]);
  });

  it('are counted by all instances together', async () => {
    const log = createLog({ service: 'command-service', level: 'silent' });
    const config = parseConfig(configSchema, instance.environment);
    const other = await startCommandService(config, log, { now: instance.now });
    try {
      const [{ email }, network] = [await instance.register(), newNetwork()];
      const statuses: number[] = [];
      for (const url of [instance.url, other.url, instance.url, other.url]) {
        const { status } = await fetch(new URL(calls.signIn.path, url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
          body: JSON.stringify({ email, password: 'a wrong one' }),
        });
        statuses.push(status);
      }
      expect(statuses).toEqual([401, 401, 429, 429]);
    } finally {
      await other.close();
    }
  });

  it('leave no trace of the address or network', async () => {
    const [ann, network] = [await instance.register(), newNetwork()];
    await signIn(ann, network);
    await guess(ann, network, 2);
    const stored = await everythingIn(instance.services.database);
    for (const secret of [ann.email, network]) {
      expect(stored).not.toContain(secret);
      expect(instance.logLines.join('')).not.toContain(secret);
    }
  });
});
