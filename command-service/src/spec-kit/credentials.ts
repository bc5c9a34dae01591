import { randomUUID } from 'node:crypto';
import { calls, headers, type ProvenPath, type Session, streamOf } from '@groundswell/contracts';
import { mailboxOf } from '@groundswell/platform/links';
import type { WantedStore } from '@groundswell/testing';
import { expect } from 'vitest';
import { type Instance, type Person, startInstance } from './instance.js';

type Answering = ReturnType<Instance['ask']>;

const lifetime = 72 * 3_600_000;

/**
 * An instance that refuses nothing for being asked often.
 * @param eventStore in its own process where a spec stops it
 */
export const startUnlimited = (eventStore?: WantedStore): Promise<Instance> =>
  startInstance(
    { SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000', REQUESTS_PER_ADDRESS: '100000' },
    undefined,
    eventStore,
  );

/** What specs about passwords and addresses do again and again. @param running the instance, once it has started */
export const credentialsOf = (running: () => Instance) => {
  const typesOf = ({ id }: Pick<Person, 'id'>) => running().typesIn(streamOf('user', id));
  const isOpen = async ({ access }: Session) =>
    (await running().ask(calls.getUser, undefined, { token: access })).status === 200;
  const signsIn = async (email: string, password: string) =>
    (await running().ask(calls.signIn, { email, password })).status === 200;
  /** The request of a person with a proof for the call. */
  const proven = async ({ access }: Session, path: ProvenPath, password: string) => {
    const { body } = await running().ask(calls.proveIdentity, { for: path, password }, { token: access });
    return { token: access, headers: { [headers.identityProof]: String(body.proof) } };
  };

  const issue = (
    personId: string,
    purpose: 'confirm_email' | 'stop_email_change' | 'password_reset',
    to: { readonly mailbox?: string } = {},
  ) => running().issueLink(purpose, personId, { lifetime, ...to });
  /** A link that stops a change, as it is mailed to an address. */
  const stopFrom = (email: string, personId: string) =>
    issue(personId, 'stop_email_change', { mailbox: mailboxOf(running().services.vault, email) });
  const confirm = (token: string): Answering => running().ask(calls.confirmEmailChange, { token });
  const stop = (token: string): Answering => running().ask(calls.stopEmailChange, { token });

  /** Asks for one more address, as the person who has the present one. */
  const asksFor = async (person: Person, email: string): Promise<Session> => {
    const session = await running().signIn(person);
    const asked = await proven(session, '/user/email_change/', person.password);
    expect((await running().ask(calls.requestEmailChange, { email }, asked)).status).toBe(200);
    return session;
  };
  /** Asks for one more address, and follows the link that is mailed to it. */
  const movesTo = async (person: Person, email: string) => {
    await asksFor(person, email);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
  };
  /** A person who has asked for another address. */
  const changes = async () => {
    const person = await running().register();
    const email = `${randomUUID()}@example.com`;
    return { person, session: await asksFor(person, email), email };
  };

  return {
    typesOf,
    isOpen,
    signsIn,
    proven,
    issue,
    stopFrom,
    confirm,
    stop,
    asksFor,
    movesTo,
    changes,
  };
};
