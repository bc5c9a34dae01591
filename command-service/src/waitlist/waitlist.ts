import { randomUUID } from 'node:crypto';
import { type Actor, isRefusal, type Refusal, refuse, streamOf } from '@groundswell/contracts';
import { visitor } from '@groundswell/domain/people';
import { decide, evolve, initialState, type Place, type WaitlistCommand } from '@groundswell/domain/waitlist';
import type { Database } from '@groundswell/platform/database';
import { type Done, dispatch, type EventStore } from '@groundswell/platform/event-store';
import type { Links } from '@groundswell/platform/links';
import type { Vault } from '@groundswell/platform/vault';
import type { FollowedLink } from '../shared/followed-link.js';

export interface Waitlist {
  /** Adds an address to the list. Repeating it with the same command id changes nothing. */
  join(joining: Joining): Promise<void>;
  confirm(link: FollowedLink, correlationId: string): Promise<Refusal | undefined>;
  /** A person without an account is removed together with all their personal data. */
  leave(token: string, correlationId: string): Promise<Refusal | undefined>;
  /** Removes a person who has no account in the same way: their mailbox has proven that its owner wants the address elsewhere. */
  giveUpAddress(personId: string, correlationId: string): Promise<void>;
}

interface Joining {
  readonly email: string;
  readonly conceptId: string | undefined;
  readonly commandId: string;
  readonly correlationId: string;
}

export interface WaitlistParts {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly vault: Pick<Vault, 'erase'>;
  readonly links: Links;
  /** The person with this address, with or without an account, else a new one. */
  readonly personOf: (email: string) => Promise<string>;
  readonly hasAccount: (personId: string) => Promise<boolean>;
  readonly now: () => Date;
}

interface Change {
  readonly personId: string;
  readonly command: WaitlistCommand;
  readonly commandId: string;
  readonly correlationId: string;
  readonly actor: Actor;
}

const folding = { initialState, evolve };

export const createWaitlist = (services: WaitlistParts): Waitlist => {
  const { database, eventStore, vault, links, personOf, hasAccount, now } = services;

  const change = ({ personId, command, ...context }: Change): Promise<Done | Refusal> => {
    const occurredAt = now().toISOString();
    return dispatch(eventStore, {
      stream: streamOf('waitlist', personId),
      folding,
      decide: (place: Place) => decide(command, place, { now: occurredAt }),
      context: { ...context, occurredAt },
    });
  };

  const leave = async (personId: string, correlationId: string): Promise<Done | Refusal> => {
    const done = await change({
      personId,
      command: { type: 'LeaveWaitlist' },
      commandId: randomUUID(),
      correlationId,
      actor: { id: personId, role: 'anonymous' },
    });
    // A link that confirmed the place must not say again that it is confirmed.
    await links.forgetSpent(personId, 'confirm_waitlist');
    return done;
  };

  return {
    async join({ email, conceptId, commandId, correlationId }) {
      const command: WaitlistCommand = { type: 'JoinWaitlist', conceptId };
      const personId = await personOf(email);
      const done = await change({ personId, command, commandId, correlationId, actor: visitor });
      if (isRefusal(done)) throw new Error(`joining the waitlist was refused: ${done.refused}`);
    },
    async confirm({ token, key }, correlationId) {
      const personId = await links.personOf(token, 'confirm_waitlist');
      if (personId === undefined) return refuse('LinkNotValid');
      const actor: Actor = { id: personId, role: 'anonymous' };
      const command: WaitlistCommand = { type: 'ConfirmWaitlist' };
      const done = await change({ personId, command, commandId: randomUUID(), correlationId, actor });
      if (isRefusal(done)) return done;
      // Spent only once done: after a failure the link remains valid, and confirming twice has no further effect.
      const spent = await links.spend(token, 'confirm_waitlist', database, { key });
      return spent === undefined ? refuse('LinkNotValid') : undefined;
    },
    async leave(token, correlationId) {
      const personId = await links.personOf(token, 'leave_waitlist');
      if (personId === undefined) return refuse('LinkNotValid');
      const done = await leave(personId, correlationId);
      if (isRefusal(done)) return done;
      if (!(await hasAccount(personId))) await vault.erase(personId);
      return undefined;
    },
    async giveUpAddress(personId, correlationId) {
      // Refused for a person who never joined: an address may be stored before anything else is known of them.
      await leave(personId, correlationId);
      // They may have opened an account meanwhile, which then keeps the address.
      if (!(await hasAccount(personId))) await vault.erase(personId);
    },
  };
};
