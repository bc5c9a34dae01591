import type { Sql } from '../database/index.js';
import type { Sweep } from './expiry.js';
import type { PersonalValues } from './personal-values.js';
import type { CameOf } from './trial.js';

interface StoringOnce {
  /** Stored along with the values, and not compared. */
  readonly beside?: PersonalValues;
  /** By this time `keep` has to confirm that the values are used; a repeat extends it. */
  readonly trialUntil?: Date;
}

/** Personal data is stored here and nowhere else. Calls with `sql` run in the caller's transaction. */
export interface Vault {
  /** @throws ValueTaken, PersonErased */
  put(personId: string, values: PersonalValues, sql?: Sql): Promise<void>;
  /**
   * Stores the values unless one of them exists: then nothing changes, and the answer is whether the stored
   * ones are the `same` or `other`. A repeat does not restore what was deleted meanwhile.
   * @throws ValueTaken, PersonErased
   */
  putOnce(
    personId: string,
    values: PersonalValues,
    options?: StoringOnce,
  ): Promise<'stored' | 'same' | 'other'>;
  /**
   * Stores the values unless the stored values of their fields decide otherwise, in one transaction: of two
   * concurrent calls, the second sees what the first stored. @returns whether they were stored
   * @throws ValueTaken, PersonErased
   */
  putUnless(
    personId: string,
    values: PersonalValues,
    isSettled: (kept: Partial<Record<string, string>>) => boolean,
  ): Promise<boolean>;
  /** Deletes fields and stores values in one transaction. @throws ValueTaken, PersonErased */
  replace(personId: string, fields: readonly string[], values: PersonalValues, sql?: Sql): Promise<void>;
  /** Confirms values that were on trial: each stays until its expiry. Deleted values stay deleted. */
  keep(personId: string, fields: readonly string[]): Promise<void>;
  /**
   * Asks about values whose trial has ended: `keep` may have been lost in a crash. Used values are kept; the
   * rest expired with its trial. Until then values on trial are read like any others.
   */
  settleTrials(cameOf: CameOf): Promise<void>;
  /** The stored values of some fields; none for a person who is unknown or erased. */
  get<Field extends string>(
    personId: string,
    fields: readonly Field[],
    sql?: Sql,
  ): Promise<Partial<Record<Field, string>>>;
  /** The person who has this value in a unique field. */
  find(field: string, value: string, sql?: Sql): Promise<string | undefined>;
  remove(personId: string, fields: readonly string[], sql?: Sql): Promise<void>;
  /** Whether anything was ever stored for a person who is not erased. */
  isKnown(personId: string, sql?: Sql): Promise<boolean>;
  /** Of these people, those for whom it is so. */
  knownAmong(personIds: readonly string[]): Promise<string[]>;
  /** Kinds of values stored for a person, such as `application.*.ssn`. */
  kindsOf(personId: string): Promise<string[]>;
  /** Deletes a person's values and their key, permanently. */
  erase(personId: string, sql?: Sql): Promise<void>;
  /** How many values no one has deleted although they expired more than `grace` milliseconds ago. */
  countOverdue(grace: number): Promise<number>;
  /**
   * Deletes expired values, and reports those that should have been gone for longer than `grace`
   * milliseconds.
   */
  removeExpired(grace?: number): Promise<Sweep>;
  /** Wraps up to `most` keys of people, that older master keys wrapped, again; answers how many it did. Repeat until 0. */
  rewrap(most?: number): Promise<number>;
  /** Of the master key that wraps. */
  readonly masterVersion: number;
  /** Of the newest master key that is known: above `masterVersion` while it only unwraps. */
  readonly newestMasterVersion: number;
  /**
   * A keyed hash: tells whether two texts are the same, and nothing else without the key. The key is this database's
   * own, and stays when master keys change.
   */
  digest(purpose: string, text: string): string;
}
