import { createHash } from 'node:crypto';
import type { LinkScreen } from '@groundswell/contracts';
import { type Database, migrate, type Sql } from '../database/index.js';
import { lockSignInMethods } from '../identity/lock-sign-in-methods.js';
import { hashOfSecret, newSecret } from '../identity/secrets.js';
import type { Vault } from '../vault/index.js';
import { linkMigrations } from './migrations.js';

export interface LinkToIssue {
  /** The screen that it leads to; a token of one purpose is worth nothing for another. */
  readonly purpose: LinkScreen;
  readonly personId: string;
  /** Id of the event that the mail reacts to. */
  readonly cause: string;
  /** Milliseconds from now. */
  readonly lifetime: number;
  /** Where it is mailed to (`mailboxOf`), if what it does depends on that. */
  readonly mailbox?: string;
}

/** Whose link it was, and where it was mailed to if that was kept. */
interface SpentLink {
  readonly personId: string;
  readonly mailbox: string | undefined;
}

interface SpendingRequest {
  /** Its idempotency key, of which only a hash is kept. */
  readonly key?: string | undefined;
  /** When it began, if what it has done since can no longer be taken back: the link was valid then. */
  readonly asOf?: Date;
}

/** An address as links keep it: a keyed hash. */
export const mailboxOf = (vault: Pick<Vault, 'digest'>, email: string): string => vault.digest('link', email);

/** Links in mails: 256 random bits each, of which only the SHA-256 is kept. */
export interface Links {
  /**
   * Stores a token, a new one if none is given. The same cause and purpose once more replaces the token stored before. Waits for
   * a change of their sign-in methods: one that ends their links also ends this one, or is over when it is issued.
   */
  issue(link: LinkToIssue, token?: string): Promise<string>;
  /**
   * Spends a token: of many concurrent attempts, one gets its person. Undefined when it is unknown, spent or
   * expired. Pass the transaction that does the link's work, so that a failure leaves the link unspent.
   */
  spend(token: string, purpose: LinkScreen, sql: Sql, by?: SpendingRequest): Promise<SpentLink | undefined>;
  /** The person of a token that a request with this key spent within an hour: its answer may have been lost. */
  spentWith(token: string, purpose: LinkScreen, key: string | undefined): Promise<string | undefined>;
  /** The person of a token that may be followed again and again. */
  personOf(token: string, purpose: LinkScreen): Promise<string | undefined>;
  /**
   * Ends a person's links of one purpose, or only those that went to one mailbox; undefined: all, and nothing is left of those that
   * were spent.
   */
  revoke(personId: string, purpose: LinkScreen | undefined, sql?: Sql, mailbox?: string): Promise<void>;
  /**
   * Forgets which requests spent a person's links of one purpose, because what those did no longer stands. Only a token that is named
   * is kept.
   */
  forgetSpent(personId: string, purpose: LinkScreen, sql?: Sql, except?: string): Promise<void>;
  /** Ends one link. */
  withdraw(token: string): Promise<void>;
  /** Deletes what has expired; answers how many. */
  removeExpired(): Promise<number>;
}

/** With the token, so that nobody can tell which links one browser followed. */
const hashOfKey = (token: string, key: string): Buffer =>
  createHash('sha256').update(token).update(key).digest();

/** Milliseconds that a request may take from when it begins to follow a link until it spends it. */
const longestRequest = 60_000;
/** Milliseconds for which a request that spent a link gets the same answer again. */
const repeatTime = 3_600_000;

interface Found {
  readonly person_id: string;
}

/** Opens the table of links, which command service and mail worker share. */
export const openLinks = async (database: Database, now = () => new Date()): Promise<Links> => {
  await migrate(database, 'links', linkMigrations);
  const repeatsSince = (): Date => new Date(now().getTime() - repeatTime);
  return {
    issue({ purpose, personId, cause, lifetime, mailbox }, token = newSecret()) {
      return database.transaction(async (sql) => {
        await lockSignInMethods(sql, personId);
        await sql.query(
          `INSERT INTO links.link (token_hash, purpose, person_id, cause, expires_at, mailbox)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (cause, purpose) DO UPDATE
           SET token_hash = excluded.token_hash, person_id = excluded.person_id, expires_at = excluded.expires_at,
               mailbox = excluded.mailbox, spent_at = NULL, spent_with = NULL`,
          [
            hashOfSecret(token),
            purpose,
            personId,
            cause,
            new Date(now().getTime() + lifetime),
            mailbox ?? null,
          ],
        );
        return token;
      });
    },
    async spend(token, purpose, sql, { key, asOf = now() } = {}) {
      const [spent] = await sql.query<Found & { readonly mailbox: string | null }>(
        `UPDATE links.link SET spent_at = $3, spent_with = $4
         WHERE token_hash = $1 AND purpose = $2 AND spent_at IS NULL AND expires_at > $5
         RETURNING person_id, mailbox`,
        [hashOfSecret(token), purpose, now(), key === undefined ? null : hashOfKey(token, key), asOf],
      );
      return spent && { personId: spent.person_id, mailbox: spent.mailbox ?? undefined };
    },
    async spentWith(token, purpose, key) {
      if (key === undefined) return undefined;
      const [found] = await database.query<Found>(
        `SELECT person_id FROM links.link
         WHERE token_hash = $1 AND purpose = $2 AND spent_with = $3 AND spent_at > $4`,
        [hashOfSecret(token), purpose, hashOfKey(token, key), repeatsSince()],
      );
      return found?.person_id;
    },
    async personOf(token, purpose) {
      const [found] = await database.query<Found>(
        `SELECT person_id FROM links.link
         WHERE token_hash = $1 AND purpose = $2 AND spent_at IS NULL AND expires_at > $3`,
        [hashOfSecret(token), purpose, now()],
      );
      return found?.person_id;
    },
    async revoke(personId, purpose, sql = database, mailbox?: string) {
      await sql.query(
        `DELETE FROM links.link WHERE person_id = $1
         AND ($2::text IS NULL OR purpose = $2 AND spent_at IS NULL) AND ($3::text IS NULL OR mailbox = $3)`,
        [personId, purpose ?? null, mailbox ?? null],
      );
    },
    async forgetSpent(personId, purpose, sql = database, except?: string) {
      await sql.query(
        `DELETE FROM links.link WHERE person_id = $1 AND purpose = $2 AND spent_at IS NOT NULL
         AND ($3::bytea IS NULL OR token_hash <> $3)`,
        [personId, purpose, except === undefined ? null : hashOfSecret(except)],
      );
    },
    async withdraw(token) {
      await database.query('DELETE FROM links.link WHERE token_hash = $1', [hashOfSecret(token)]);
    },
    async removeExpired() {
      const removed = await database.query(
        `DELETE FROM links.link WHERE expires_at <= $1 AND (spent_at IS NULL OR spent_at <= $2) RETURNING purpose`,
        [new Date(now().getTime() - longestRequest), repeatsSince()],
      );
      return removed.length;
    },
  };
};
