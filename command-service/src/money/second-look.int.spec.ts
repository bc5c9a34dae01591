import { randomUUID } from 'node:crypto';
import { type Call, calls, headers, type ProvenPath, type Session } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, type Person, startInstance } from '../spec-kit/instance.js';
import {
  accountOf,
  activate,
  application,
  bank,
  eventsOf,
  settle,
  tell,
  untilMorning,
} from '../spec-kit/money.js';

const [minute, hour] = [60_000, 3_600_000];
const thiefsBank = { ...bank, account_owner_name: 'Mallory Thief', bank_account_number: '000987654321' };

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000' });
  instance.moveClock(untilMorning());
});
afterAll(() => instance.stop());

interface Owner extends Person {
  readonly session: Session;
  readonly link: string;
}

/** What can be done with only an access token. */
const holding = (token: string) => ({
  ask: (call: Call, body: object, proof?: string, key: string = randomUUID()) =>
    instance.ask(call, body, { token, key, ...(proof && { headers: { [headers.identityProof]: proof } }) }),
  async prove(path: ProvenPath, given: object) {
    return instance.ask(calls.proveIdentity, { for: path, ...given }, { token });
  },
});
const proofOf = async (token: string, path: ProvenPath, given: object): Promise<string> =>
  String((await holding(token).prove(path, given)).body.proof);

const approve = (person: Pick<Person, 'id'>, bankLinkId: string) =>
  tell(
    instance,
    { id: person.id },
    { type: 'StartBankLinkSubmission', bankLinkId },
    { type: 'RecordBankLinkAccepted', bankLinkId, relationshipId: randomUUID(), status: 'APPROVED' },
  );

/** A person with a password, a bank and a hundred dollars. */
const owner = async (): Promise<Owner> => {
  const person = await instance.register();
  const session = await instance.signIn(person);
  const { ask } = holding(session.access);
  await ask(calls.createAlpacaAccount, application);
  await activate(instance, { id: person.id });
  const { body } = await ask(calls.createAchMethod, bank);
  await approve(person, body.id);
  const deposit = { amount: '100.00', direction: 'incoming', ach_relationship_id: body.id };
  await settle(instance, { id: person.id }, (await ask(calls.createAchTransfer, deposit)).body.id);
  return { ...person, session, link: body.id };
};
const withdrawal = (link: string) => ({ amount: '100.00', direction: 'outgoing', ach_relationship_id: link });

describe('a thief with an access token', () => {
  it('cannot add a bank to withdraw to, with any calls in any order', async () => {
    const ann = await owner();
    const thief = holding(ann.session.access);
    const before = await eventsOf(instance, ann);
    const asked = [
      await thief.ask(calls.createAchMethod, { ...thiefsBank, id: ann.link }),
      await thief.ask(calls.removeAchMethod, { id: ann.link }),
      await thief.ask(calls.createAchMethod, { ...thiefsBank, id: ann.link }, 'a'.repeat(43)),
      await thief.ask(calls.createAchMethod, { ...thiefsBank, id: ann.link }, 'no proof at all'),
    ];
    expect(asked.map(({ status, body }) => [status, body.code])).toEqual(
      asked.map(() => [403, 'IdentityProofNeeded']),
    );
    expect((await thief.ask(calls.createAchMethod, thiefsBank)).body.code).toBe('BankLinkExists');
    expect((await thief.prove('/api/create_ach_method/', { password: 'a guess' })).body.code).toBe(
      'PasswordWrong',
    );
    for (const given of [{ code: '000000' }, { google_access_token: 'stolen as well' }])
      expect((await thief.prove('/api/create_ach_method/', given)).status).toBe(403);
    expect(await eventsOf(instance, ann)).toEqual(before);
  });

  it('can guess a password no more often than at sign-in, and locks no one out by it', async () => {
    const ann = await owner();
    const thief = holding(ann.session.access);
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1)
      answers.push(await thief.prove('/api/create_ach_method/', { password: 'a guess' }));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 422));
    expect([answers[10]?.status, Number(answers[10]?.headers.get('retry-after'))]).toEqual([429, 60]);
    // The owner uses another network.
    expect(await instance.signIn(ann)).toHaveProperty('access');
    instance.moveClock(minute);
  });

  it('cannot use a proof that the owner made for another purpose, in another session, or earlier', async () => {
    const ann = await owner();
    const { access } = ann.session;
    const given = { password: ann.password };
    const replace = { ...thiefsBank, id: ann.link };
    const [forRemoval, elsewhere, old] = [
      await proofOf(access, '/api/remove_ach_method/', given),
      await proofOf((await instance.signIn(ann)).access, '/api/create_ach_method/', given),
      await proofOf(access, '/api/create_ach_method/', given),
    ];
    for (const proof of [forRemoval, elsewhere])
      expect((await holding(access).ask(calls.createAchMethod, replace, proof)).status).toBe(403);
    instance.moveClock(5 * minute);
    expect((await holding(access).ask(calls.createAchMethod, replace, old)).status).toBe(403);
  });

  it('cannot use a proof a second time', async () => {
    const ann = await owner();
    const { access } = ann.session;
    const proof = await proofOf(access, '/api/create_ach_method/', { password: ann.password });
    const key = randomUUID();
    const replace = { ...bank, id: ann.link };
    const first = await holding(access).ask(calls.createAchMethod, replace, proof, key);
    expect(first.status).toBe(200);
    expect((await holding(access).ask(calls.createAchMethod, replace, proof, key)).body.id).toBe(
      first.body.id,
    );
    const second = await holding(access).ask(
      calls.createAchMethod,
      { ...thiefsBank, id: first.body.id },
      proof,
    );
    expect([second.status, second.body.code]).toEqual([403, 'IdentityProofNeeded']);
  });
});

/** Follows a mailed link that sets a password. */
const setByEmail = async ({ id }: Pick<Person, 'id'>, password: string): Promise<void> => {
  const token = await instance.issueLink('password_reset', id);
  expect((await instance.ask(calls.resetPassword, { token, password })).status).toBe(200);
};

describe('a thief with the mailbox', () => {
  it('cannot withdraw for three days after setting a password by email', async () => {
    const ann = await owner();
    const password = 'a password of the thief';
    await setByEmail(ann, password);
    const thief = holding((await instance.signIn({ ...ann, password })).access);
    const refused = await thief.ask(calls.createAchTransfer, withdrawal(ann.link));
    expect([refused.status, refused.body.code]).toEqual([422, 'WithdrawalsHeld']);
    instance.moveClock(73 * hour);
    const later = holding((await instance.signIn({ ...ann, password })).access);
    expect((await later.ask(calls.createAchTransfer, withdrawal(ann.link))).status).toBe(200);
  });

  it('puts no hold on a person without a trading account', async () => {
    const person = await instance.register();
    await setByEmail(person, 'a new password');
    expect(await eventsOf(instance, person)).toEqual([]);
  });
});

it('a password set by email frees withdrawals in three days that a clock far ahead has held for longer', async () => {
  const ann = await owner();
  instance.moveClock(30 * 24 * hour);
  await setByEmail(ann, 'set while the clock was ahead');
  instance.moveClock(-30 * 24 * hour);
  const password = 'set once it was right';
  await setByEmail(ann, password);
  const withdraw = async () => {
    const { access } = await instance.signIn({ ...ann, password });
    return (await holding(access).ask(calls.createAchTransfer, withdrawal(ann.link))).status;
  };
  expect(await withdraw()).toBe(422);
  instance.moveClock(72 * hour + minute);
  expect(await withdraw()).toBe(200);
});

describe('a bank that replaces another one', () => {
  it('can be withdrawn to after three days, and a withdrawal before that says so', async () => {
    const ann = await owner();
    const { access } = ann.session;
    const proof = await proofOf(access, '/api/create_ach_method/', { password: ann.password });
    const replaced = await holding(access).ask(calls.createAchMethod, { ...bank, id: ann.link }, proof);
    await tell(instance, ann, { type: 'RecordBankLinkRemoved', bankLinkId: ann.link });
    await approve(ann, replaced.body.id);
    const until = (await accountOf(instance, ann)).bankLinks.get(replaced.body.id)?.heldUntil ?? '';
    expect(Date.parse(until) - instance.now().getTime()).toBeGreaterThan(72 * hour - minute);
    expect(Date.parse(until) - instance.now().getTime()).toBeLessThanOrEqual(72 * hour + minute);

    const early = await holding(access).ask(calls.createAchTransfer, withdrawal(replaced.body.id));
    expect([early.status, early.body.code]).toEqual([422, 'WithdrawalsHeld']);
    expect(early.body.error).toMatch(
      /^You can withdraw to this bank from [A-Z][a-z]{2} \d+, \d+:\d\d [ap]\.m\. ET\.$/,
    );
    instance.moveClock(Date.parse(until) - instance.now().getTime() - 1);
    const later = (await instance.signIn(ann)).access;
    expect((await holding(later).ask(calls.createAchTransfer, withdrawal(replaced.body.id))).status).toBe(
      422,
    );
    instance.moveClock(1);
    expect((await holding(later).ask(calls.createAchTransfer, withdrawal(replaced.body.id))).status).toBe(
      200,
    );
  });
});

describe('a bank account of another name', () => {
  it('cannot be withdrawn to until an operator has answered; the names are in no event, log line or response', async () => {
    const ann = await owner();
    const { access } = ann.session;
    const proof = await proofOf(access, '/api/create_ach_method/', { password: ann.password });
    const body = { ...thiefsBank, id: ann.link };
    const replaced = await holding(access).ask(calls.createAchMethod, body, proof);
    await tell(instance, ann, { type: 'RecordBankLinkRemoved', bankLinkId: ann.link });
    await approve(ann, replaced.body.id);
    instance.moveClock(80 * hour);
    const token = (await instance.signIn(ann)).access;
    const refused = await holding(token).ask(calls.createAchTransfer, withdrawal(replaced.body.id));
    expect([refused.status, refused.body.code]).toEqual([422, 'BankOwnerInQuestion']);
    const events = await eventsOf(instance, ann);
    expect(events.map(({ type }) => type)).toContain('BankOwnerQuestioned');
    for (const trace of [JSON.stringify(refused.body), ...instance.logLines])
      expect(trace).not.toContain('Mallory');
    expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toContain('Mallory');

    const decision = { bankLinkId: replaced.body.id, decision: 'accept' } as const;
    const vote = { decision, at: instance.now().toISOString(), again: false };
    for (const by of ['ops-1', 'ops-2']) await tell(instance, ann, { type: 'DecideBankOwner', by, ...vote });
    expect((await holding(token).ask(calls.createAchTransfer, withdrawal(replaced.body.id))).status).toBe(
      200,
    );
  });

  it('does not count as another name when only the spelling differs', async () => {
    const person = await instance.register();
    const { ask } = holding((await instance.signIn(person)).access);
    await ask(calls.createAlpacaAccount, application);
    await activate(instance, person);
    await ask(calls.createAchMethod, { ...bank, account_owner_name: 'OKAFOR, ADA N.' });
    expect((await eventsOf(instance, person)).map(({ type }) => type)).not.toContain('BankOwnerQuestioned');
  });
});
