import { randomUUID } from 'node:crypto';
import { type Call, calls, type Session, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '../../spec-kit/instance.js';
import { activate, application, bank, settle, tell } from '../../spec-kit/money.js';
import {
  asSession,
  type GuardedInstance,
  type Protected,
  startGuardedInstance,
} from '../../spec-kit/second-factor.js';

const minute = 60_000;
let guarded: GuardedInstance;
let instance: Instance;
beforeAll(async () => {
  guarded = await startGuardedInstance();
  ({ instance } = guarded);
});
afterAll(() => instance.stop());

describe('signing in with a second factor', () => {
  it('answers with a challenge instead of tokens, and with tokens for challenge and code together', async () => {
    const ann = await guarded.protectedPerson();
    const half = await guarded.signIn(ann);
    expect([half.status, half.body.code]).toEqual([403, 'SecondFactorNeeded']);
    expect(half.body).not.toHaveProperty('access');
    expect(half.body).not.toHaveProperty('refresh');
    const challenge = String(half.body.challenge);
    guarded.secret(challenge);
    const whole = await guarded.complete(challenge, ann.nextCode());
    expect(whole.status).toBe(200);
    const me = await instance.ask(calls.getUser, undefined, { token: asSession(whole).access });
    expect(me.body.id).toBe(ann.id);
  });

  it('is not revealed to anyone with a wrong password', async () => {
    const ann = await guarded.protectedPerson();
    const { status, body } = await guarded.signIn({ ...ann, password: 'wrong password' });
    expect([status, body.code, body.error]).toEqual([401, 'InvalidCredentials', 'Invalid Credentials']);
    expect(body).not.toHaveProperty('challenge');
  });

  it('accepts each code once, and none older than one already used', async () => {
    const ann = await guarded.protectedPerson();
    const first = ann.nextCode();
    const second = ann.nextCode();
    expect((await guarded.complete(await guarded.challengeOf(ann), second)).status).toBe(200);
    for (const spent of [second, first]) {
      const replayed = await guarded.complete(await guarded.challengeOf(ann), spent);
      expect([replayed.status, replayed.body.code]).toEqual([422, 'CodeRefused']);
    }
  });

  it('opens one session with one challenge, however many ask at once', async () => {
    const ann = await guarded.protectedPerson();
    const challenge = await guarded.challengeOf(ann);
    const answers = await Promise.all([
      guarded.complete(challenge, ann.nextCode()),
      ...ann.recoveryCodes.slice(0, 3).map((code) => guarded.complete(challenge, code)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await guarded.complete(challenge, ann.nextCode())).body.code).toBe('ChallengeNotValid');
  });

  it('has to be finished within five minutes', async () => {
    const ann = await guarded.protectedPerson();
    const challenge = await guarded.challengeOf(ann);
    instance.moveClock(5 * minute);
    const late = await guarded.complete(challenge, ann.nextCode());
    expect([late.status, late.body.code]).toEqual([410, 'ChallengeNotValid']);
  });

  it('allows five guesses and then makes everyone wait, with any challenge, and even with the right code', async () => {
    const ann = await guarded.protectedPerson();
    const challenges = [await guarded.challengeOf(ann), await guarded.challengeOf(ann)];
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => guarded.complete(challenges[turn % 2] ?? '', '000000')),
    );
    expect(guesses.filter(({ body }) => body.code === 'CodeRefused')).toHaveLength(5);
    const limited = await guarded.complete(challenges[0] ?? '', ann.nextCode());
    expect([limited.status, limited.body.code]).toEqual([429, 'TooManyRequests']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    instance.moveClock(minute);
    expect((await guarded.complete(await guarded.challengeOf(ann), ann.nextCode())).status).toBe(200);
  });

  it('holds up no one once the clock is right, after guesses while it was ahead', async () => {
    const ann = await guarded.protectedPerson();
    instance.moveClock(8 * 60 * minute);
    const ahead = await guarded.challengeOf(ann);
    for (let guess = 0; guess < 5; guess += 1) await guarded.complete(ahead, '000000');
    expect((await guarded.complete(ahead, ann.nextCode())).status).toBe(429);
    instance.moveClock(-8 * 60 * minute);
    expect((await guarded.complete(await guarded.challengeOf(ann), ann.nextCode())).status).toBe(200);
  });

  it('accepts each recovery code once, however it is typed, and says how many are left', async () => {
    const ann = await guarded.protectedPerson();
    const [code = ''] = ann.recoveryCodes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    const session = asSession(await guarded.complete(await guarded.challengeOf(ann), typed));
    const state = await instance.ask(calls.getSecondFactor, undefined, { token: session.access });
    expect(state.body.recovery_codes_left).toBe(9);
    expect((await guarded.complete(await guarded.challengeOf(ann), code)).body.code).toBe('CodeRefused');
    const renewed = await guarded.post(calls.renewRecoveryCodes, { code: ann.nextCode() }, session);
    const fresh = renewed.body.recovery_codes as string[];
    guarded.secret(...fresh);
    expect((await instance.typesIn(streamOf('user', ann.id))).at(-1)).toBe('RecoveryCodesRenewed');
    expect(
      (await guarded.complete(await guarded.challengeOf(ann), ann.recoveryCodes[1] ?? '')).body.code,
    ).toBe('CodeRefused');
    expect((await guarded.complete(await guarded.challengeOf(ann), fresh[0] ?? '')).status).toBe(200);
  });

  it('is not bypassed by a new password', async () => {
    const ann = await guarded.protectedPerson();
    const begun = await guarded.challengeOf(ann);
    const token = await instance.issueLink('password_reset', ann.id);
    const password = `tide ${randomUUID()}`;
    guarded.secret(token, password);
    const reset = await instance.ask(calls.resetPassword, { token, password });
    expect([reset.status, reset.body]).toEqual([200, {}]);
    expect((await guarded.complete(begun, ann.nextCode())).body.code).toBe('ChallengeNotValid');
    expect((await guarded.signIn({ ...ann, password })).body.code).toBe('SecondFactorNeeded');
  });

  it('also asks for a code after other ways to sign in', async () => {
    const ann = await guarded.protectedPerson();
    const answer = await instance.services.signIn.open(ann.id, 'A browser', async () => true);
    expect(answer).toMatchObject({ refused: 'SecondFactorNeeded', challenge: expect.any(String) });
  });
});

describe('a request that can send money out, or to a new bank', () => {
  /** Gives ann an approved bank and 100 dollars. */
  const funded = async (ann: Protected): Promise<string> => {
    const { access: token } = ann.session;
    await instance.ask(calls.createAlpacaAccount, application, { token });
    const customer = { id: ann.id, token };
    await activate(instance, customer);
    const link = (await guarded.post(calls.createAchMethod, bank, ann.session)).body.id;
    await tell(
      instance,
      customer,
      { type: 'StartBankLinkSubmission', bankLinkId: link },
      { type: 'RecordBankLinkAccepted', bankLinkId: link, relationshipId: randomUUID(), status: 'APPROVED' },
    );
    const deposit = { amount: '100.00', direction: 'incoming', ach_relationship_id: link };
    const { body } = await guarded.post(calls.createAchTransfer, deposit, ann.session);
    await settle(instance, customer, body.id);
    return link;
  };
  const refreshed = async (session: Session) =>
    asSession(await instance.ask(calls.refreshToken, { refresh: session.refresh }));

  it('needs a new code when the last one is ten minutes old, and then succeeds under the same key', async () => {
    const ann = await guarded.protectedPerson();
    const link = await funded(ann);
    instance.moveClock(10 * minute);
    const session = await refreshed(ann.session);
    const withdrawal = { amount: '1.00', direction: 'outgoing', ach_relationship_id: link };
    const key = randomUUID();
    const sensitive: [Call, object, string][] = [
      [calls.createAchTransfer, withdrawal, 'ProofNeeded'],
      [calls.createAchMethod, { ...bank, id: link }, 'IdentityProofNeeded'],
      [calls.removeAchMethod, { id: link }, 'IdentityProofNeeded'],
    ];
    const eventsOf = async () => instance.typesIn(streamOf('tradingAccount', ann.id));
    const before = await eventsOf();
    for (const [call, body, code] of sensitive) {
      const refused = await instance.ask(call, body, { token: session.access, key });
      expect([call.path, refused.status, refused.body.code]).toEqual([call.path, 403, code]);
    }
    expect(await eventsOf()).toEqual(before);

    expect((await guarded.post(calls.proveSecondFactor, { code: ann.nextCode() }, session)).body).toEqual({});

    const asked = { token: session.access, key };
    const taken = await instance.ask(calls.createAchTransfer, withdrawal, asked);
    expect(taken.status).toBe(200);
    expect((await instance.ask(calls.createAchTransfer, withdrawal, asked)).body.id).toBe(taken.body.id);
  });

  it('accepts a code only in the session in which it was entered', async () => {
    const ann = await guarded.protectedPerson();
    const link = await funded(ann);
    const other = asSession(await guarded.complete(await guarded.challengeOf(ann), ann.nextCode()));
    instance.moveClock(10 * minute);
    const [here, there] = [await refreshed(ann.session), await refreshed(other)];
    await guarded.post(calls.proveSecondFactor, { code: ann.nextCode() }, here);
    const withdrawal = { amount: '1.00', direction: 'outgoing', ach_relationship_id: link };
    expect((await guarded.post(calls.createAchTransfer, withdrawal, there)).body.code).toBe('ProofNeeded');
    expect((await guarded.post(calls.createAchTransfer, withdrawal, here)).status).toBe(200);
  });

  it('needs a new code once the clock is right, when it was ahead at the last one', async () => {
    instance.moveClock(8 * 60 * minute);
    const ann = await guarded.protectedPerson();
    const link = await funded(ann);
    instance.moveClock(-8 * 60 * minute);
    const withdrawal = { amount: '1.00', direction: 'outgoing', ach_relationship_id: link };
    const refused = await guarded.post(calls.createAchTransfer, withdrawal, await refreshed(ann.session));
    expect([refused.status, refused.body.code]).toEqual([403, 'ProofNeeded']);
  });

  it('is not proven by a wrong code', async () => {
    const ann = await guarded.protectedPerson();
    const wrong = await guarded.post(calls.proveSecondFactor, { code: '000000' }, ann.session);
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CodeRefused']);
  });
});

it('no secret, recovery code or challenge is left in any table, event or log line', async () => {
  const { passed, kept } = await guarded.secretsKept();
  expect(passed).toBeGreaterThan(50);
  expect(kept).toEqual([]);
});
