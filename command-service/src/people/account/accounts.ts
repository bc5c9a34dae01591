import { type Actor, isRefusal, type Refusal, streamOf } from '@groundswell/contracts';
import { decide, evolve, initialState, type User, type UserCommand } from '@groundswell/domain/people';
import type { Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import { type Done, dispatch, type EventStore, load } from '@groundswell/platform/event-store';
import type { IdentityChanges } from '@groundswell/platform/identity';
import { ownerOfEmail, ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { Limited } from '../../shared/limit.js';
import type { Sessions } from '../sessions/sessions.js';
import { lockSignInMethods, type StillStands } from '../sessions/sign-in-methods.js';
import type { Asker } from './fair-queue.js';
import { isBroughtBack } from './older-copy.js';
import type { Passwords } from './passwords.js';

/** Vault field for the subject of a linked Google account, which identifies a person. */
export const googleSubjectField = 'google_subject';

/** Who changes an account, and the request or job behind it. */
export interface Cause {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly reason?: string | undefined;
  /** Set where a repeat must find what the first attempt wrote. */
  readonly commandId?: string | undefined;
}

/** A person whose password was right, as long as it remains theirs. */
interface Authenticated {
  readonly userId: string;
  readonly stands: StillStands;
}

/** Accounts as a whole: the log knows that one exists and its roles, the vault how to reach it. */
export interface Accounts {
  /** The account with this id in the log; undefined when there is none, or none any more. */
  find(userId: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<string | undefined>;
  emailOf(userId: string): Promise<string | undefined>;
  /** The owner of this address, else a new person; concurrent calls get the same person. */
  personOf(email: string): Promise<string>;
  /** Appends to the account's stream, based on its state at that time. */
  change(userId: string, command: UserCommand, cause: Cause): Promise<Done | Refusal>;
  /** Opens an account for an address, or returns the existing one. Safe to repeat after a crash. */
  register(email: string, via: 'operator' | 'waitlist', cause: Cause): Promise<string>;
  /**
   * The account's user when the password is right. Takes as long for an unknown address.
   * @param from a network, and whether they have signed in from there before
   */
  authenticate(email: string, password: string, from: Asker): Promise<Authenticated | undefined>;
  hasPassword(userId: string): Promise<boolean>;
  /** Checks the password of a signed-in person; undefined when it is wrong. */
  provePassword(userId: string, password: string): Promise<StillStands | undefined>;
  /**
   * Records that the password changes, then sets it, removes a linked Google account, and ends every session.
   * Returns the new state.
   * @param unless runs first in the transaction that sets it, on the given connection; its refusal leaves
   * password and sessions unchanged
   */
  setPassword(
    userId: string,
    password: string,
    cause: Cause,
    unless?: (sql: Sql) => Promise<Refusal | undefined>,
  ): Promise<StillStands | Refusal>;
}

/**
 * Asks a signed-in person for their password again, from a network.
 * @returns the proof, or why it does not count
 */
export type ProvePassword = (
  userId: string,
  password: string,
  network: string,
) => Promise<StillStands | Refusal | Limited>;

export interface AccountsParts {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly changes: Pick<IdentityChanges, 'noteChanged'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

interface Credential {
  readonly password_hash: string;
  readonly changed_at: Date;
}

const folding = { initialState, evolve };
/** Used for an unknown address, so that it costs the same query. */
const nobody = '';

export const createAccounts = (services: AccountsParts): Accounts => {
  const { database, eventStore, vault, passwords, sessions, changes, now, newId, log } = services;

  const find = async (userId: string): Promise<User | undefined> => {
    const { state } = await load(eventStore, streamOf('user', userId), folding);
    return state.registered ? state : undefined;
  };

  const change = async (userId: string, command: UserCommand, cause: Cause): Promise<Done | Refusal> => {
    const done = await dispatch(eventStore, {
      stream: streamOf('user', userId),
      folding,
      decide: (user) => decide(command, user),
      context: {
        ...cause,
        commandId: cause.commandId ?? newId(),
        occurredAt: now().toISOString(),
      },
    });
    if (isRefusal(done)) return done;
    // The event is written: a process that misses the notice learns of it within a minute.
    await changes
      .noteChanged(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'could not tell other processes of an account'));
    return done;
  };

  const personOf = async (email: string): Promise<string> => {
    const known = await ownerOfEmail(vault, email);
    if (known !== undefined) return known;
    const personId = newId();
    try {
      await vault.put(personId, { email: { value: email, unique: true } });
      return personId;
    } catch (fault) {
      if (fault instanceof ValueTaken) return personOf(email);
      throw fault;
    }
  };

  const storePassword = async (sql: Sql, userId: string, hashed: string): Promise<void> => {
    await sql.query(
      `INSERT INTO people.credential VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      [userId, hashed, now()],
    );
  };

  const credentialOf = async (userId: string, sql: Sql = database): Promise<Credential | undefined> => {
    const [credential] = await sql.query<Credential>(
      'SELECT password_hash, changed_at FROM people.credential WHERE user_id = $1',
      [userId],
    );
    return credential;
  };

  const whileHash =
    (userId: string, hashed: string): StillStands =>
    async (sql) =>
      (await credentialOf(userId, sql))?.password_hash === hashed;

  /**
   * The stored password if this is it and, according to the log, it was not replaced. The log is only asked
   * about a right password: a wrong one takes equally long for everyone.
   */
  const prove = async (
    from: Asker,
    userId: string | undefined,
    password: string,
  ): Promise<string | undefined> => {
    const credential = await credentialOf(userId ?? nobody);
    const right = await passwords.verify(from, credential?.password_hash, password);
    if (!right || userId === undefined || credential === undefined) return undefined;
    const user = await find(userId);
    return isBroughtBack(credential.changed_at, user?.passwordChangedAt)
      ? undefined
      : credential.password_hash;
  };

  /** Stores the same password hashed at the current cost; false when the password was replaced in the meantime. */
  const storeAnew = async (userId: string, outdated: string, hashed: string): Promise<boolean> => {
    const stored = await database.query(
      'UPDATE people.credential SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2 RETURNING 1',
      [userId, outdated, hashed],
    );
    return stored.length > 0;
  };

  const authenticate = async (
    email: string,
    password: string,
    from: Asker,
  ): Promise<Authenticated | undefined> => {
    const userId = await vault.find('email', email);
    const hashed = await prove(from, userId, password);
    if (userId === undefined || hashed === undefined) return undefined;
    if (!passwords.isOutdated(hashed)) return { userId, stands: whileHash(userId, hashed) };
    const anew = await passwords.hash(from, password);
    if (await storeAnew(userId, hashed, anew)) return { userId, stands: whileHash(userId, anew) };
    // The hash has changed: another sign-in rehashed this password, or it was replaced.
    return authenticate(email, password, from);
  };

  return {
    find,
    findByEmail: (email) => vault.find('email', email),
    personOf,
    emailOf: async (userId) => (await vault.get(userId, ['email'])).email,
    change,
    async register(email, via, cause) {
      const userId = await personOf(email);
      const done = await change(userId, { type: 'RegisterUser', userId, via }, cause);
      if (isRefusal(done)) throw new Error(`registering was refused: ${done.refused}`);
      return userId;
    },
    authenticate,
    hasPassword: async (userId) => (await credentialOf(userId)) !== undefined,
    async provePassword(userId, password) {
      const hashed = await prove({ key: userId, known: true }, userId, password);
      return hashed === undefined ? undefined : whileHash(userId, hashed);
    },
    async setPassword(userId, password, cause, unless = async () => undefined) {
      // Slow work comes before the transaction, so that no one waits for a connection while holding one.
      const hashed = await passwords.hash({ key: userId, known: true }, password);
      // The log first: after a crash in between, the old password no longer works, and a repeat sets the new
      // one.
      const done = await change(userId, { type: 'ChangePassword' }, cause);
      if (isRefusal(done)) return done;
      return database.transaction(async (sql) => {
        // Two links of one person followed at once would otherwise deadlock.
        await lockSignInMethods(sql, userId);
        const refused = await unless(sql);
        if (refused) return refused;
        await storePassword(sql, userId, hashed);
        await vault.remove(userId, [googleSubjectField], sql);
        await sessions.endAllOf(userId, 'password changed', sql);
        return whileHash(userId, hashed);
      });
    },
  };
};
