import { randomUUID } from 'node:crypto';
import { type Call, calls, type Session, streamOf } from '@groundswell/contracts';
import { openLinks } from '@groundswell/platform/links';
import { parseCommandLine } from '@groundswell/platform/operator';
import { keepSecrets } from '@groundswell/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../operator/catalogue.js';
import { carryOut, toCommand } from '../operator/commands.js';
import { everythingIn } from '../spec-kit/everything.js';
import { type House, type Person, startHouse } from '../spec-kit/house.js';
import { activate, application, bank, settle, tell } from '../spec-kit/money.js';

const minute = 60_000;
const step = 30_000;
let house: House;
/** Everything secret that passed through: none of it may stand in a log, an event or a table. */
const secrets: string[] = [];
beforeAll(async () => {
  house = await startHouse({ SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000', REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => house.stop());

const secret = (...values: string[]) => {
  secrets.push(...values);
  keepSecrets(...values);
};
const asSession = ({ body }: { body: unknown }) => body as Session;
const post = (call: Call, body: object, session: Pick<Session, 'access'>) =>
  house.ask(call, body, { token: session.access });

/** Somebody whose app gives codes, and whose last code is spent already. */
interface Protected extends Person {
  readonly session: Session;
  readonly recoveryCodes: readonly string[];
  /** A code that was not spent yet: the clock goes on by one step for it. */
  nextCode(): string;
  /** The code of this moment, spent or not. */
  code(): string;
}

const now = () => house.parts.doorOptions.now().getTime();
const protectedPerson = async (person?: Person): Promise<Protected> => {
  const owner = person ?? (await house.register());
  const session = await house.signIn(owner);
  const { body } = await post(calls.setUpSecondFactor, { password: owner.password }, session);
  const app = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
  secret(String(body.secret));
  const code = () => app.generate({ timestamp: now() });
  const turnedOn = await post(calls.turnOnSecondFactor, { code: code() }, session);
  expect(turnedOn.status).toBe(200);
  const recoveryCodes = turnedOn.body.recovery_codes as readonly string[];
  secret(...recoveryCodes);
  const nextCode = () => {
    house.moveClock(step);
    return code();
  };
  return { ...owner, session, recoveryCodes, code, nextCode };
};

const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  house.ask(calls.signIn, { email, password });
const challengeOf = async (person: Person): Promise<string> => {
  const challenge = String((await signIn(person)).body.challenge);
  secret(challenge);
  return challenge;
};
const complete = (challenge: string, code: string) => house.ask(calls.completeSignIn, { challenge, code });
const typesIn = async (stream: string) =>
  (await house.parts.eventStore.readStream(stream)).events.map(({ type }) => type);
const typesOf = (id: string) => typesIn(streamOf('user', id));

describe('a second factor', () => {
  it('is turned on with the password and a first code, and gives ten recovery codes', async () => {
    const ann = await protectedPerson();
    expect(new Set(ann.recoveryCodes).size).toBe(10);
    const standing = await house.ask(calls.getSecondFactor, undefined, { token: ann.session.access });
    expect(standing.body).toEqual({ on: true, recovery_codes_left: 10, has_password: true });
    const { events } = await house.parts.eventStore.readStream(streamOf('user', ann.id));
    expect(events.at(-1)).toMatchObject({
      type: 'SecondFactorTurnedOn',
      data: {},
      metadata: { actor: { id: ann.id, role: 'user' } },
    });
    expect((await post(calls.setUpSecondFactor, { password: ann.password }, ann.session)).body.code).toBe(
      'SecondFactorOn',
    );
  });

  it('is set up with no wrong password, and not turned on by a wrong code or too late', async () => {
    const person = await house.register();
    const session = await house.signIn(person);
    const wrong = await post(calls.setUpSecondFactor, { password: 'not this one' }, session);
    expect([wrong.status, wrong.body.code]).toEqual([422, 'PasswordWrong']);
    const early = await post(calls.turnOnSecondFactor, { code: '123456' }, session);
    expect(early.body.code).toBe('SetUpNotBegun');
    const { body } = await post(calls.setUpSecondFactor, { password: person.password }, session);
    const app = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
    const stale = app.generate({ timestamp: now() - 10 * minute });
    expect((await post(calls.turnOnSecondFactor, { code: stale }, session)).body.code).toBe('CodeRefused');
    house.moveClock(31 * minute);
    const { access } = asSession(await house.ask(calls.refreshToken, { refresh: session.refresh }));
    const late = await post(
      calls.turnOnSecondFactor,
      { code: app.generate({ timestamp: now() }) },
      { access },
    );
    expect(late.body.code).toBe('SetUpNotBegun');
    expect((await signIn(person)).status).toBe(200);
  });

  it('limits how often the password can be tried', async () => {
    const session = await house.signIn(await house.register());
    const codes = [];
    for (let turn = 0; turn < 11; turn += 1) {
      codes.push((await post(calls.setUpSecondFactor, { password: 'wrong' }, session)).body.code);
    }
    expect(codes.at(-1)).toBe('TooManyRequests');
  });

  it('is turned off with a code, and leaves nothing behind', async () => {
    const ann = await protectedPerson();
    expect((await post(calls.turnOffSecondFactor, { code: ann.code() }, ann.session)).body.code).toBe(
      'CodeRefused',
    );
    expect((await post(calls.turnOffSecondFactor, { code: ann.nextCode() }, ann.session)).status).toBe(200);
    expect((await typesOf(ann.id)).at(-1)).toBe('SecondFactorTurnedOff');
    expect(asSession(await signIn(ann)).access).toEqual(expect.any(String));
    expect(await house.parts.vault.get(ann.id, ['second_factor.secret', 'second_factor.pending'])).toEqual(
      {},
    );
    expect(await house.parts.secondFactor.recoveryCodesLeft(ann.id)).toBe(0);
  });
});

describe('signing in with a second factor', () => {
  it('answers no tokens but a challenge, and tokens for challenge and code together', async () => {
    const ann = await protectedPerson();
    const half = await signIn(ann);
    expect([half.status, half.body.code]).toEqual([403, 'SecondFactorNeeded']);
    expect(half.body).not.toHaveProperty('access');
    expect(half.body).not.toHaveProperty('refresh');
    const challenge = String(half.body.challenge);
    secret(challenge);
    const whole = await complete(challenge, ann.nextCode());
    expect(whole.status).toBe(200);
    const me = await house.ask(calls.getUser, undefined, { token: asSession(whole).access });
    expect(me.body.id).toBe(ann.id);
  });

  it('says nothing of it to whoever has the password wrong', async () => {
    const ann = await protectedPerson();
    const { status, body } = await signIn({ ...ann, password: 'wrong password' });
    expect([status, body.code, body.error]).toEqual([401, 'InvalidCredentials', 'Invalid Credentials']);
    expect(body).not.toHaveProperty('challenge');
  });

  it('takes each code once, and none that is older than one that was taken', async () => {
    const ann = await protectedPerson();
    const first = ann.nextCode();
    const second = ann.nextCode();
    expect((await complete(await challengeOf(ann), second)).status).toBe(200);
    for (const spent of [second, first]) {
      const replayed = await complete(await challengeOf(ann), spent);
      expect([replayed.status, replayed.body.code]).toEqual([422, 'CodeRefused']);
    }
  });

  it('opens one session with one challenge, however many ask at once', async () => {
    const ann = await protectedPerson();
    const challenge = await challengeOf(ann);
    const answers = await Promise.all([
      complete(challenge, ann.nextCode()),
      ...ann.recoveryCodes.slice(0, 3).map((code) => complete(challenge, code)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await complete(challenge, ann.nextCode())).body.code).toBe('ChallengeNotValid');
  });

  it('has to be finished within five minutes', async () => {
    const ann = await protectedPerson();
    const challenge = await challengeOf(ann);
    house.moveClock(5 * minute);
    const late = await complete(challenge, ann.nextCode());
    expect([late.status, late.body.code]).toEqual([410, 'ChallengeNotValid']);
  });

  it('is guessed at five times and then waits, whatever challenge is used, and also with the right code', async () => {
    const ann = await protectedPerson();
    const challenges = [await challengeOf(ann), await challengeOf(ann)];
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => complete(challenges[turn % 2] ?? '', '000000')),
    );
    expect(guesses.filter(({ body }) => body.code === 'CodeRefused')).toHaveLength(5);
    const limited = await complete(challenges[0] ?? '', ann.nextCode());
    expect([limited.status, limited.body.code]).toEqual([429, 'TooManyRequests']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    house.moveClock(minute);
    expect((await complete(await challengeOf(ann), ann.nextCode())).status).toBe(200);
  });

  it('takes each recovery code once, however it is typed, and says how many are left', async () => {
    const ann = await protectedPerson();
    const [code = ''] = ann.recoveryCodes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    const session = asSession(await complete(await challengeOf(ann), typed));
    const standing = await house.ask(calls.getSecondFactor, undefined, { token: session.access });
    expect(standing.body.recovery_codes_left).toBe(9);
    expect((await complete(await challengeOf(ann), code)).body.code).toBe('CodeRefused');
    const renewed = await post(calls.renewRecoveryCodes, { code: ann.nextCode() }, session);
    const fresh = renewed.body.recovery_codes as string[];
    secret(...fresh);
    expect((await typesIn(streamOf('user', ann.id))).at(-1)).toBe('RecoveryCodesRenewed');
    expect((await complete(await challengeOf(ann), ann.recoveryCodes[1] ?? '')).body.code).toBe(
      'CodeRefused',
    );
    expect((await complete(await challengeOf(ann), fresh[0] ?? '')).status).toBe(200);
  });

  it('is not gone around by a new password', async () => {
    const ann = await protectedPerson();
    const begun = await challengeOf(ann);
    const links = await openLinks(house.parts.database);
    const token = await links.issue({
      purpose: 'password_reset',
      personId: ann.id,
      cause: randomUUID(),
      lifetime: 86_400_000,
    });
    const password = `tide ${randomUUID()}`;
    secret(token, password);
    const reset = await house.ask(calls.resetPassword, { token, password });
    expect([reset.status, reset.body]).toEqual([200, {}]);
    expect((await complete(begun, ann.nextCode())).body.code).toBe('ChallengeNotValid');
    expect((await signIn({ ...ann, password })).body.code).toBe('SecondFactorNeeded');
  });

  it('asks those who come another way for a code, too', async () => {
    const ann = await protectedPerson();
    const answer = await house.parts.signIn.open(ann.id, 'A browser', async () => true);
    expect(answer).toMatchObject({ refused: 'SecondFactorNeeded', challenge: expect.any(String) });
  });
});

describe('what can send money to somewhere new, or out', () => {
  /** With an approved bank and 100 dollars. */
  const funded = async (ann: Protected): Promise<string> => {
    const { access: token } = ann.session;
    await house.ask(calls.createAlpacaAccount, application, { token });
    const customer = { id: ann.id, token };
    await activate(house, customer);
    const link = (await post(calls.createAchMethod, bank, ann.session)).body.id;
    await tell(
      house,
      customer,
      { type: 'StartBankLinkSubmission', bankLinkId: link },
      { type: 'RecordBankLinkAccepted', bankLinkId: link, relationshipId: randomUUID(), status: 'APPROVED' },
    );
    const deposit = { amount: '100.00', direction: 'incoming', ach_relationship_id: link };
    const { body } = await post(calls.createAchTransfer, deposit, ann.session);
    await settle(house, customer, body.id);
    return link;
  };
  const refreshed = async (session: Session) =>
    asSession(await house.ask(calls.refreshToken, { refresh: session.refresh }));

  it('asks for a code again when the last one is ten minutes old, and then goes through under the same key', async () => {
    const ann = await protectedPerson();
    const link = await funded(ann);
    house.moveClock(10 * minute);
    const session = await refreshed(ann.session);
    const withdrawal = { amount: '1.00', direction: 'outgoing', ach_relationship_id: link };
    const key = randomUUID();
    const sensitive: [Call, object][] = [
      [calls.createAchTransfer, withdrawal],
      [calls.createAchMethod, { ...bank, id: link }],
      [calls.removeAchMethod, { id: link }],
    ];
    const eventsOf = async () => typesIn(streamOf('tradingAccount', ann.id));
    const before = await eventsOf();
    for (const [call, body] of sensitive) {
      const refused = await house.ask(call, body, { token: session.access, key });
      expect([call.path, refused.status, refused.body.code]).toEqual([call.path, 403, 'ProofNeeded']);
    }
    expect(await eventsOf()).toEqual(before);

    expect((await post(calls.proveSecondFactor, { code: ann.nextCode() }, session)).body).toEqual({});

    const asked = { token: session.access, key };
    const taken = await house.ask(calls.createAchTransfer, withdrawal, asked);
    expect(taken.status).toBe(200);
    expect((await house.ask(calls.createAchTransfer, withdrawal, asked)).body.id).toBe(taken.body.id);
  });

  it('counts a code in the session it was given in alone', async () => {
    const ann = await protectedPerson();
    const link = await funded(ann);
    const other = asSession(await complete(await challengeOf(ann), ann.nextCode()));
    house.moveClock(10 * minute);
    const [here, there] = [await refreshed(ann.session), await refreshed(other)];
    await post(calls.proveSecondFactor, { code: ann.nextCode() }, here);
    expect((await post(calls.removeAchMethod, { id: link }, there)).body.code).toBe('ProofNeeded');
    expect((await post(calls.removeAchMethod, { id: link }, here)).body.code).not.toBe('ProofNeeded');
  });

  it('is not proven by a wrong code', async () => {
    const ann = await protectedPerson();
    const wrong = await post(calls.proveSecondFactor, { code: '000000' }, ann.session);
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CodeRefused']);
  });
});

describe('an operator', () => {
  const run = async (...words: string[]) => {
    const [definition] = catalogue.filter(({ name }) => name === 'second-factor reset');
    const command = toCommand(parseCommandLine(words, definition ?? { name: '', summary: '' }));
    return (await carryOut(house.parts, command, async () => '', 'spec')).message;
  };

  it('turns it off for somebody who lost everything, on the record, and ends their sessions', async () => {
    const ann = await protectedPerson();
    const reset = () => run('second-factor', 'reset', ann.id, '--reason', 'lost the phone');
    expect(await reset()).toBe(`${ann.id} has no second factor any more`);
    const { events } = await house.parts.eventStore.readStream(streamOf('user', ann.id));
    expect(events.at(-1)).toMatchObject({
      type: 'SecondFactorTurnedOff',
      metadata: { actor: { role: 'operator' }, reason: 'lost the phone' },
    });
    expect((await house.ask(calls.refreshToken, { refresh: ann.session.refresh })).status).toBe(401);
    expect((await signIn(ann)).status).toBe(200);
    expect(await reset()).toBe(`${ann.id} had no second factor`);
    await expect(run('second-factor', 'reset', randomUUID())).rejects.toThrow('Nobody is registered');
  });

  it('erases it together with the person', async () => {
    const ann = await protectedPerson();
    await challengeOf(ann);
    const [definition] = catalogue.filter(({ name }) => name === 'erase-person');
    const words = parseCommandLine(
      ['erase-person', ann.id, '--reason=spec'],
      definition ?? { name: '', summary: '' },
    );
    await carryOut(house.parts, toCommand(words), async () => '', 'spec');
    for (const table of ['second_factor', 'recovery_code', 'begun_sign_in', 'session']) {
      const rows = await house.parts.database.query(`SELECT FROM people.${table} WHERE user_id = $1`, [
        ann.id,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

describe('what is left behind', () => {
  it('holds no secret, recovery code or challenge: no table, no event and no log line', async () => {
    await protectedPerson();
    const logged: string[] = [];
    for await (const { events } of house.parts.eventStore.readAll()) {
      logged.push(JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)));
    }
    const stored = await everythingIn(house.parts.database);
    expect(secrets.length).toBeGreaterThan(50);
    for (const place of [stored, logged.join('\n'), house.logLines.join('\n')]) {
      expect(secrets.filter((each) => place.includes(each))).toEqual([]);
    }
  });
});
