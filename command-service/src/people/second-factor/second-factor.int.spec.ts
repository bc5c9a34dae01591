import { randomUUID } from 'node:crypto';
import { calls, headers, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { parseCommandLine } from '@groundswell/platform/operator';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../operator/catalogue.js';
import { carryOut, toCommand } from '../../operator/commands.js';
import { cause, type Instance } from '../../spec-kit/instance.js';
import { asSession, type GuardedInstance, startGuardedInstance } from '../../spec-kit/second-factor.js';
import type { Accounts } from '../account/accounts.js';
import { createSecondFactor } from './second-factor.js';

const minute = 60_000;
let guarded: GuardedInstance;
let instance: Instance;
beforeAll(async () => {
  guarded = await startGuardedInstance();
  ({ instance } = guarded);
});
afterAll(() => instance.stop());

describe('a second factor', () => {
  it('is turned on with the password and a first code, and gives ten recovery codes', async () => {
    const ann = await guarded.protectedPerson();
    expect(new Set(ann.recoveryCodes).size).toBe(10);
    const state = await instance.ask(calls.getSecondFactor, undefined, { token: ann.session.access });
    expect(state.body).toEqual({ on: true, recovery_codes_left: 10, has_password: true });
    const { events } = await instance.services.eventStore.readStream(streamOf('user', ann.id));
    expect(events.at(-1)).toMatchObject({
      type: 'SecondFactorTurnedOn',
      data: {},
      metadata: { actor: { id: ann.id, role: 'user' } },
    });
    expect(
      (await guarded.post(calls.setUpSecondFactor, { password: ann.password }, ann.session)).body.code,
    ).toBe('SecondFactorOn');
  });

  it('is not set up with a wrong password, and not turned on with a wrong code or too late', async () => {
    const person = await instance.register();
    const session = await instance.signIn(person);
    const wrong = await guarded.post(calls.setUpSecondFactor, { password: 'not this one' }, session);
    expect([wrong.status, wrong.body.code]).toEqual([422, 'PasswordWrong']);
    const early = await guarded.post(calls.turnOnSecondFactor, { code: '123456' }, session);
    expect(early.body.code).toBe('SetUpNotBegun');
    const { body } = await guarded.post(calls.setUpSecondFactor, { password: person.password }, session);
    const app = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
    const stale = app.generate({ timestamp: instance.now().getTime() - 10 * minute });
    expect((await guarded.post(calls.turnOnSecondFactor, { code: stale }, session)).body.code).toBe(
      'CodeRefused',
    );
    const guesses = [];
    for (let turn = 0; turn < 5; turn += 1) {
      guesses.push((await guarded.post(calls.turnOnSecondFactor, { code: stale }, session)).status);
    }
    expect(guesses).toContain(429);
    instance.moveClock(31 * minute);
    const { access } = asSession(await instance.ask(calls.refreshToken, { refresh: session.refresh }));
    const late = await guarded.post(
      calls.turnOnSecondFactor,
      { code: app.generate({ timestamp: instance.now().getTime() }) },
      { access },
    );
    expect(late.body.code).toBe('SetUpNotBegun');
    expect((await guarded.signIn(person)).status).toBe(200);
  });

  it('ends proofs that the password alone gave, which a thief may hold', async () => {
    const person = await instance.register();
    const session = await instance.signIn(person);
    const path = '/user/password_change/';
    const { body } = await guarded.post(
      calls.proveIdentity,
      { for: path, password: person.password },
      session,
    );
    const setUp = await guarded.post(calls.setUpSecondFactor, { password: person.password }, session);
    const app = new TOTP({ secret: Secret.fromBase32(String(setUp.body.secret)) });
    const code = app.generate({ timestamp: instance.now().getTime() });
    expect((await guarded.post(calls.turnOnSecondFactor, { code }, session)).status).toBe(200);
    const stolen = await instance.ask(
      calls.changePassword,
      { password: 'a password of the thief' },
      { token: session.access, headers: { [headers.identityProof]: String(body.proof) } },
    );
    expect([stolen.status, stolen.body.code]).toEqual([403, 'IdentityProofNeeded']);
    expect((await guarded.signIn(person)).body.code).toBe('SecondFactorNeeded');
  });

  it('limits how often the password can be tried', async () => {
    const session = await instance.signIn(await instance.register());
    const codes = [];
    for (let turn = 0; turn < 11; turn += 1) {
      codes.push((await guarded.post(calls.setUpSecondFactor, { password: 'wrong' }, session)).body.code);
    }
    expect(codes.at(-1)).toBe('TooManyRequests');
  });

  it('is turned off with a code, and leaves nothing behind', async () => {
    const ann = await guarded.protectedPerson();
    expect((await guarded.post(calls.turnOffSecondFactor, { code: ann.code() }, ann.session)).body.code).toBe(
      'CodeRefused',
    );
    expect(
      (await guarded.post(calls.turnOffSecondFactor, { code: ann.nextCode() }, ann.session)).status,
    ).toBe(200);
    expect((await instance.typesIn(streamOf('user', ann.id))).at(-1)).toBe('SecondFactorTurnedOff');
    expect(asSession(await guarded.signIn(ann)).access).toEqual(expect.any(String));
    expect(
      await instance.services.vault.get(ann.id, ['second_factor.secret', 'second_factor.pending']),
    ).toEqual({});
    expect(await instance.services.secondFactor.recoveryCodesLeft(ann.id)).toBe(0);
  });

  it('is turned off completely by a repeat, when the first time was interrupted after its event', async () => {
    const ann = await guarded.protectedPerson();
    const { accounts, vault, secondFactor } = instance.services;
    await accounts.change(ann.id, { type: 'TurnOffSecondFactor' }, cause);
    const turnOff = async () =>
      (await guarded.post(calls.turnOffSecondFactor, { code: ann.nextCode() }, ann.session)).status;
    expect(await turnOff()).toBe(200);
    expect(await vault.get(ann.id, ['second_factor.secret'])).toEqual({});
    expect(await secondFactor.recoveryCodesLeft(ann.id)).toBe(0);
    expect(await turnOff()).toBe(422);
  });
});

describe('a second factor that is turned on and off at the same time', () => {
  /** Another process, in which something happens meanwhile. */
  const processWith = (accounts: Partial<Accounts>) =>
    createSecondFactor({
      ...instance.services,
      accounts: { ...instance.services.accounts, ...accounts },
      now: instance.now,
      log: createLog({ service: 'spec', level: 'silent' }),
    });
  const lastOf = async (id: string) => (await instance.typesIn(streamOf('user', id))).at(-1);
  /** A person who has set up an app, but has not entered its first code. */
  const withApp = async () => {
    const person = await instance.register();
    const { secret } = (await instance.services.secondFactor.setUp(person.id)) as { secret: string };
    guarded.secret(secret);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    return {
      ...person,
      code: () => app.generate({ timestamp: instance.now().getTime() }),
      nextCode() {
        instance.moveClock(30_000);
        return this.code();
      },
    };
  };

  it('is not taken for one whose turning off was interrupted, and stays', async () => {
    const ann = await withApp();
    const { secondFactor, accounts } = instance.services;
    const off: unknown[] = [];
    const turningOn = processWith({
      async change(...asked) {
        off.push(await secondFactor.turnOff(ann.id, '000000', cause));
        off.push(await secondFactor.reset(ann.id, cause, async () => undefined));
        return accounts.change(...asked);
      },
    });
    guarded.secret(...((await turningOn.turnOn(ann.id, ann.code(), cause)) as readonly string[]));
    expect(off).toEqual([expect.objectContaining({ refused: 'SecondFactorOff' }), false]);
    expect((await guarded.complete(await guarded.challengeOf(ann), ann.nextCode())).status).toBe(200);
  });

  it('is not turned off without a code by a call that began before it was on', async () => {
    const ann = await withApp();
    const { secondFactor, accounts } = instance.services;
    let turned = false;
    const turningOff = processWith({
      async find(id) {
        const before = await accounts.find(id);
        if (!turned) {
          turned = true;
          guarded.secret(...((await secondFactor.turnOn(ann.id, ann.code(), cause)) as readonly string[]));
        }
        return before;
      },
    });
    expect(await turningOff.turnOff(ann.id, '000000', cause)).toMatchObject({ refused: 'SecondFactorOff' });
    expect(await lastOf(ann.id)).toBe('SecondFactorTurnedOn');
    expect((await guarded.complete(await guarded.challengeOf(ann), ann.nextCode())).status).toBe(200);
  });

  it('keeps what was set up after it was turned off, when the process that turned it off goes on late', async () => {
    const ann = await guarded.protectedPerson();
    const { secondFactor, accounts } = instance.services;
    let app: TOTP | undefined;
    const turningOff = processWith({
      async change(...asked) {
        const done = await accounts.change(...asked);
        const { secret } = (await secondFactor.setUp(ann.id)) as { secret: string };
        guarded.secret(secret);
        app = new TOTP({ secret: Secret.fromBase32(secret) });
        const code = app.generate({ timestamp: instance.now().getTime() });
        guarded.secret(...((await secondFactor.turnOn(ann.id, code, cause)) as readonly string[]));
        return done;
      },
    });
    expect(await turningOff.turnOff(ann.id, ann.nextCode(), cause)).toBeUndefined();
    expect(await lastOf(ann.id)).toBe('SecondFactorTurnedOn');
    instance.moveClock(30_000);
    const code = app?.generate({ timestamp: instance.now().getTime() }) ?? '';
    expect((await guarded.complete(await guarded.challengeOf(ann), code)).status).toBe(200);
  });
});

describe('an operator', () => {
  const run = async (...words: string[]) => {
    const [definition] = catalogue.filter(({ name }) => name === 'second-factor reset');
    const command = toCommand(parseCommandLine(words, definition ?? { name: '', summary: '' }));
    return (await carryOut(instance.services, command, async () => '', cause)).message;
  };

  it('can turn it off for a person who lost everything, with a record, and their sessions end', async () => {
    const ann = await guarded.protectedPerson();
    const reset = () => run('second-factor', 'reset', ann.id, '--reason', 'lost the phone');
    expect(await reset()).toBe(`${ann.id} no longer has two-step sign-in, and their sessions have ended.`);
    const { events } = await instance.services.eventStore.readStream(streamOf('user', ann.id));
    expect(events.at(-1)).toMatchObject({
      type: 'SecondFactorTurnedOff',
      metadata: { actor: { role: 'operator' }, reason: 'lost the phone' },
    });
    expect((await instance.ask(calls.refreshToken, { refresh: ann.session.refresh })).status).toBe(401);
    expect((await guarded.signIn(ann)).status).toBe(200);
    expect(await reset()).toBe(`${ann.id} does not use two-step sign-in. Nothing was changed.`);
    await expect(run('second-factor', 'reset', randomUUID())).rejects.toThrow('No one is registered');
  });

  it('ends their sessions also when an earlier attempt was interrupted after its event', async () => {
    const ann = await guarded.protectedPerson();
    await instance.services.accounts.change(ann.id, { type: 'TurnOffSecondFactor' }, cause);
    await run('second-factor', 'reset', ann.id);
    expect((await instance.ask(calls.refreshToken, { refresh: ann.session.refresh })).status).toBe(401);
  });

  it('changes nothing for a person whose first code was refused', async () => {
    const person = await instance.register();
    const session = await instance.signIn(person);
    await guarded.post(calls.setUpSecondFactor, { password: person.password }, session);
    expect((await guarded.post(calls.turnOnSecondFactor, { code: 'wrong1' }, session)).body.code).toBe(
      'CodeRefused',
    );
    expect(await run('second-factor', 'reset', person.id)).toBe(
      `${person.id} does not use two-step sign-in. Nothing was changed.`,
    );
    expect((await instance.ask(calls.refreshToken, { refresh: session.refresh })).status).toBe(200);
  });

  it('erases it together with the person', async () => {
    const ann = await guarded.protectedPerson();
    await guarded.challengeOf(ann);
    const [definition] = catalogue.filter(({ name }) => name === 'erase-person');
    const words = parseCommandLine(
      ['erase-person', ann.id, '--reason=spec'],
      definition ?? { name: '', summary: '' },
    );
    await carryOut(instance.services, toCommand(words), async () => '', cause);
    for (const table of ['second_factor', 'recovery_code', 'begun_sign_in', 'session']) {
      const rows = await instance.services.database.query(`SELECT FROM people.${table} WHERE user_id = $1`, [
        ann.id,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

it('no secret, recovery code or challenge is left in any table, event or log line', async () => {
  const { passed, kept } = await guarded.secretsKept();
  expect(passed).toBeGreaterThan(40);
  expect(kept).toEqual([]);
});
