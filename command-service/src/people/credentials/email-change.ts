import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { decide, initialState } from '@groundswell/domain/people';
import { createTurns } from '@groundswell/platform';
import { lockSignInMethods } from '@groundswell/platform/identity';
import {
  askedFromEmailField,
  leftEmailField,
  ownerOfEmail,
  pendingEmailField,
  returnableEmailFields,
} from '@groundswell/platform/vault';
import type { FollowedLink } from '../../shared/followed-link.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import { type AddressMoveParts, createAddressMove } from './address-move.js';

export interface EmailChange {
  /** Records the address they want, and has links mailed. Does not reveal whether someone has it. */
  request(userId: string, email: string, cause: Cause): Promise<Refusal | undefined>;
  /** Changes the address to the one the link was mailed to. */
  confirm(link: FollowedLink, correlationId: string): Promise<Refusal | undefined>;
  /**
   * Keeps the address if the link was mailed to it, otherwise restores the one that it was mailed to, while that can be had back.
   * Revokes every way to another one.
   */
  stop(link: FollowedLink): Promise<Refusal | undefined>;
}

export interface EmailChangeParts extends AddressMoveParts {
  readonly accounts: Pick<Accounts, 'change' | 'find' | 'hasDone'>;
  /** A thief of the mailbox must not empty the account through it. */
  readonly holdWithdrawals: (
    personId: string,
    cause: 'email changed',
    correlationId: string,
  ) => Promise<Refusal | undefined>;
  /** Has a person without an account give up their place and their address. */
  readonly leaveWaitlist: (personId: string, correlationId: string) => Promise<void>;
}

const hour = 3_600_000;
/** In milliseconds. The event store may have stopped answering one of a person's requests: the next one goes on then. */
const longestTurn = 1_000;
/** Milliseconds that a new address waits for its link, and that the previous one can be restored. */
const [pendingTime, returnTime] = [hour, 72 * hour];

/**
 * Anyone can put any address on the waitlist, and its owner may have: that must not keep them from using it. The link may have
 * ended and an account been opened since they were looked up, and an erasure cannot be undone.
 */
const takeFromWaitlist =
  ({ links, accounts, leaveWaitlist }: EmailChangeParts) =>
  async (owner: string, { token }: FollowedLink, correlationId: string): Promise<Refusal | undefined> => {
    const isValid = (await links.personOf(token, 'confirm_email')) !== undefined;
    if (!isValid || (await accounts.find(owner))) return refuse('LinkNotValid');
    await leaveWaitlist(owner, correlationId);
    return undefined;
  };

const theirsAlready = {
  ...refuse('InvalidRequest'),
  fields: { email: 'This is already your address. Enter another one.' },
} as Refusal;

const later = (now: () => Date, time: number): Date => new Date(now().getTime() + time);

const requestOf =
  ({ database, vault, links, accounts, now }: EmailChangeParts): EmailChange['request'] =>
  async (userId, email, cause) => {
    const asking = { type: 'RequestEmailChange', now: now().toISOString() } as const;
    // Links are issued and spent under the same lock: none of the address that waited before confirms this one.
    const stored = await database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      // Read before the log is asked for this request, whose repeat may be in it a moment later, and must not refuse this one.
      const user = (await accounts.find(userId)) ?? initialState;
      // A repeat must not end the link that was mailed meanwhile.
      if (cause.commandId !== undefined && (await accounts.hasDone(userId, cause.commandId)))
        return 'earlier';
      const { email: current } = await vault.get(userId, ['email'], sql);
      if (email === current) return theirsAlready;
      // Before anything changes: the address that waits, and its link, stay as they are.
      const decided = decide(asking, user);
      if (isRefusal(decided)) return decided;
      await links.revoke(userId, 'confirm_email', sql);
      // A link that stopped an earlier change does not stop this one, and must not say so.
      await links.forgetSpent(userId, 'stop_email_change', sql);
      const values = {
        [pendingEmailField]: { value: email, expiresAt: later(now, pendingTime) },
        ...(current && { [askedFromEmailField]: { value: current, expiresAt: later(now, returnTime) } }),
      };
      await vault.put(userId, values, sql);
      return 'now';
    });
    if (stored === 'earlier') return undefined;
    if (isRefusal(stored)) return stored;
    const done = await accounts.change(userId, asking, cause);
    return isRefusal(done) ? done : undefined;
  };

/** Which addresses can be had back once theirs is another one, in the order in which they were left. */
const leftFor = (
  email: string,
  { current, left }: { readonly current: string | undefined; readonly left: readonly string[] },
): readonly string[] => {
  const place = left.indexOf(email);
  // Once one is back, those after it have no say.
  if (place >= 0) return left.slice(0, place);
  // A thief must not push the owner's addresses out by changing it often.
  return [...left, ...(current === undefined ? [] : [current])].slice(0, returnableEmailFields.length);
};

/** @param turn milliseconds that a request waits for others of its person */
export const createEmailChange = (services: EmailChangeParts, turn = longestTurn): EmailChange => {
  const { vault, links, accounts, holdWithdrawals, now } = services;
  const move = createAddressMove(services);
  const takeOver = takeFromWaitlist(services);
  const request = requestOf(services);
  const inTurn = createTurns(turn);
  /** Addresses that can be had back, which nobody else can take until then. */
  const returnable = (left: readonly string[]) =>
    Object.fromEntries(
      left.map((value, place) => [
        returnableEmailFields[place] ?? '',
        { value, unique: true, expiresAt: later(now, returnTime) },
      ]),
    );

  return {
    // Another request is decided when the log has this one: the address of one that is refused must not be the one that waits.
    request: (userId, ...wanted) => inTurn(userId, () => request(userId, ...wanted)),
    async confirm(link, correlationId) {
      const userId = await links.personOf(link.token, 'confirm_email');
      if (userId === undefined) return refuse('LinkNotValid');
      const pending = (await vault.get(userId, [pendingEmailField]))[pendingEmailField];
      if (pending === undefined) return refuse('LinkNotValid');
      const owner = (await ownerOfEmail(vault, pending)) ?? userId;
      if (owner !== userId && (await accounts.find(owner))) return refuse('LinkNotValid');
      const unheld = await holdWithdrawals(userId, 'email changed', correlationId);
      if (unheld) return unheld;
      const taken = owner === userId ? undefined : await takeOver(owner, link, correlationId);
      if (taken) return taken;
      return move({ ...link, userId, purpose: 'confirm_email' }, 'ChangeEmail', (held) => ({
        replaced: [pendingEmailField, ...returnableEmailFields],
        values: { email: { value: pending, unique: true }, ...returnable(leftFor(pending, held)) },
      }));
    },
    async stop(link) {
      const userId = await links.personOf(link.token, 'stop_email_change');
      if (userId === undefined) return refuse('LinkNotValid');
      return move({ ...link, userId, purpose: 'stop_email_change' }, 'StopEmailChange', (held, mailedTo) => {
        // What was only asked for left the address as it is, and the reader of the present mailbox wants to keep it.
        if (mailedTo === 'current') return { replaced: [pendingEmailField, leftEmailField], values: {} };
        // Each comes back from its own mailbox alone: somebody else may read that of another one.
        const address = mailedTo === undefined ? undefined : held.left[mailedTo];
        if (address === undefined) return undefined;
        return {
          replaced: [pendingEmailField, leftEmailField, ...returnableEmailFields.slice(mailedTo)],
          values: {
            email: { value: address, unique: true },
            ...(held.current && {
              [leftEmailField]: { value: held.current, expiresAt: later(now, returnTime) },
            }),
          },
        };
      });
    },
  };
};
