import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOfApp, type Person } from '@groundswell/e2e';
import { ChainBroken, proofFor, type Walk } from './walk.js';

/** All mails that were sent, by who they go to: each file is read once. */
export class Mailbox {
  readonly #seen = new Set<string>();
  readonly #mails: { readonly to: string; readonly text: string }[] = [];

  constructor(private readonly directory: string) {}

  /** The token in the newest mail to someone that leads to a screen. */
  async tokenFor(email: string, screen: string): Promise<string> {
    for (const end = Date.now() + 60_000; Date.now() < end; await pause(300)) {
      this.#read();
      const mail = this.#mails.findLast(({ to, text }) => to === email && text.includes(`/${screen}#`));
      const token = mail && new RegExp(`/${screen}#([\\w-]{43})`).exec(mail.text)?.[1];
      if (token) return token;
    }
    throw new ChainBroken(`no mail to ${screen} did not become there`);
  }

  #read(): void {
    for (const name of readdirSync(this.directory)) {
      if (this.#seen.has(name) || !name.endsWith('.json')) continue;
      this.#seen.add(name);
      this.#mails.push(JSON.parse(readFileSync(join(this.directory, name), 'utf8')));
    }
  }
}

const codesOf = (json: Record<string, unknown>): string[] => [...(json.recovery_codes as string[])];

/** A second factor: set up, used once each way, and turned off. */
const secondFactor = async (walk: Walk, visitor: Walk, { email, password }: Person): Promise<void> => {
  await walk.ask('turnOnSecondFactor', { body: { code: '000000' }, right: [422] });
  const { secret } = (await walk.ask('setUpSecondFactor', { body: { password } })).json;
  const code = codeOfApp(String(secret));
  const codes = codesOf((await walk.ask('turnOnSecondFactor', { body: { code } })).json);
  await walk.ask('setUpSecondFactor', { body: { password }, right: [422] });
  const challenged = await visitor.ask('signIn', { body: { email, password }, right: [403] });
  const { challenge } = challenged.json;
  await visitor.ask('completeSignIn', { body: { challenge, code }, right: [422] });
  await visitor.ask('completeSignIn', { body: { challenge, code: codes.pop() } });
  await visitor.ask('completeSignIn', { body: { challenge, code: codes.pop() }, right: [410] });
  await walk.ask('proveSecondFactor', { body: { code: codes.pop() } });
  const renewed = codesOf((await walk.ask('renewRecoveryCodes', { body: { code: codes.pop() } })).json);
  await walk.ask('proveSecondFactor', { body: { code: codes.pop() }, right: [422] });
  await walk.ask('getSecondFactor');
  await walk.ask('turnOffSecondFactor', { body: { code: renewed.pop() } });
  await walk.ask('turnOffSecondFactor', { body: { code: renewed.pop() }, right: [422] });
};

const google = async (
  walk: Walk,
  visitor: Walk,
  { email, password }: Person,
  token: string,
): Promise<void> => {
  await visitor.ask('signInWithGoogle', { body: { access_token: token }, right: [200, 422] });
  await walk.ask('linkGoogle', { body: { access_token: token, password: `${password}?` }, right: [422] });
  await walk.ask('linkGoogle', { body: { access_token: token, password } });
  await walk.ask('getGoogleLink');
  await visitor.ask('signInWithGoogle', { body: { access_token: token } });
  await visitor.ask('signInWithGoogle', { body: { access_token: `none of ${email}` }, right: [422] });
  await walk.ask('unlinkGoogle', { body: {} });
};

/** Sessions that begin and end, and what their tokens are worth afterwards. */
const sessions = async (walk: Walk, visitor: Walk, { email, password }: Person): Promise<void> => {
  const { access, refresh } = (await visitor.ask('signIn', { body: { email, password } })).json;
  const traded = (await visitor.ask('refreshToken', { body: { refresh } })).json;
  const bearer = [['authorization', `Bearer ${access}`]] as const;
  await visitor.ask('getUser', { headers: bearer });
  const listed = (await walk.ask('getSessions')).json.sessions as { id: string; current: boolean }[];
  const id = listed.find(({ current }) => !current)?.id;
  await walk.ask('endSession', { body: { id } });
  await walk.ask('endSession', { body: { id }, right: [404] });
  await walk.ask('endOtherSessions', { body: {} });
  await visitor.ask('getUser', { headers: bearer, right: [401] });
  await visitor.ask('refreshToken', { body: { refresh: traded.refresh }, right: [401] });
  await visitor.ask('signOut', { body: { refresh: traded.refresh } });
};

const waitlist = async (visitor: Walk, mailbox: Mailbox, email: string, concept: string): Promise<void> => {
  await visitor.ask('joinWaitlist', { body: { email, concept_id: concept } });
  const confirm = await mailbox.tokenFor(email, 'confirm_waitlist');
  await visitor.ask('leaveWaitlist', { body: { token: confirm }, right: [410] });
  await visitor.ask('confirmWaitlist', { body: { token: confirm } });
  const leave = await mailbox.tokenFor(email, 'leave_waitlist');
  await visitor.ask('leaveWaitlist', { body: { token: leave } });
  await visitor.ask('leaveWaitlist', { body: { token: leave } });
};

/** The new password is the old one with a word more, so that a later sign-in knows it. */
const newPassword = async (walk: Walk, visitor: Walk, mailbox: Mailbox, person: Person): Promise<void> => {
  const { email, password } = person;
  await visitor.ask('requestPasswordReset', { body: { email } });
  const token = await mailbox.tokenFor(email, 'password_reset');
  await visitor.ask('resetPassword', { body: { token, password: 'password1' }, right: [422] });
  await visitor.ask('resetPassword', { body: { token, password: `${password} once more` } });
  await visitor.ask('resetPassword', { body: { token, password }, right: [410] });
  // Their session is over, and a token of it is not traded for another one.
  person.since = Number.POSITIVE_INFINITY;
  await walk.ask('getUser', { right: [401] });
  const session = (await visitor.ask('signIn', { body: { email, password: `${password} once more` } })).json;
  await visitor.ask('signOut', { body: { refresh: session.refresh } });
};

/** Another password and back, then another address, which the old one takes back. */
const credentials = async (visitor: Walk, mailbox: Mailbox, { email, password }: Person): Promise<void> => {
  let mine = `${password} once more`;
  const of = (said: Record<string, unknown>) => [['authorization', `Bearer ${String(said.access)}`]] as const;
  let session = of((await visitor.ask('signIn', { body: { email, password: mine } })).json);
  await visitor.ask('getIdentityProofWay', { headers: session });
  for (const next of [`${password} again`, `${password} once more`]) {
    await visitor.ask('changePassword', { body: { password: next }, headers: session, right: [403] });
    const headers = await proofFor(visitor, '/user/password_change/', mine, session);
    session = of((await visitor.ask('changePassword', { body: { password: next }, headers })).json);
    mine = next;
  }
  const moved = `moved-${email}`;
  const headers = await proofFor(visitor, '/user/email_change/', mine, session);
  await visitor.ask('requestEmailChange', { body: { email: moved }, headers });
  const token = await mailbox.tokenFor(moved, 'confirm_email');
  await visitor.ask('confirmEmailChange', { body: { token } });
  await visitor.ask('confirmEmailChange', { body: { token }, right: [410] });
  const back = await mailbox.tokenFor(email, 'stop_email_change');
  await visitor.ask('stopEmailChange', { body: { token: back } });
  await visitor.ask('signIn', { body: { email, password: mine } });
};

export interface PersonChain {
  readonly walk: Walk;
  readonly visitor: Walk;
  readonly person: Person;
  readonly mailbox: Mailbox;
  readonly googleToken: string;
  readonly concept: string;
}

/** Everything that someone can do about how they sign in. Their session is over at its end. */
export const personChain = async (chain: PersonChain): Promise<void> => {
  const { walk, visitor, person, mailbox, googleToken, concept } = chain;
  await walk.ask('getUser');
  await walk.ask('liveOwn');
  await secondFactor(walk, visitor, person);
  await google(walk, visitor, person, googleToken);
  await sessions(walk, visitor, person);
  await waitlist(visitor, mailbox, `waiting-${person.email}`, concept);
  await newPassword(walk, visitor, mailbox, person);
  await credentials(visitor, mailbox, person);
};
