import type { Sql } from '../database/index.js';
import type { Sweep } from './expiry.js';
import type { PersonalValues } from './personal-values.js';
import type { CameOf } from './trial.js';

interface StoringOnce {
  /** Stored along with the values, and not compared. */
  readonly beside?: PersonalValues;
  /** By then `keep` is to say that something came of the values; a repeat puts it off. */
  readonly trialUntil?: Date;
}

/** Personal data lives here and nowhere else. Calls that take `sql` take part in the caller's transaction. */
export interface Vault {
  /** @throws ValueTaken, PersonErased */
  put(personId: string, values: PersonalValues, sql?: Sql): Promise<void>;
  /**
   * Stores the values unless one of them is there already: then nothing changes, and the answer is whether those that
   * are there are the `same` or `other` ones. What was deleted in the meantime does not come back by a repeat.
   * @throws ValueTaken, PersonErased
   */
  putOnce(
    personId: string,
    values: PersonalValues,
    options?: StoringOnce,
  ): Promise<'stored' | 'same' | 'other'>;
  /**
   * Stores the values unless what there is of their fields settles it, in one transaction: of two who do it at once the
   * second sees what the first has stored. @returns whether they were stored
   * @throws ValueTaken, PersonErased
   */
  putUnless(
    personId: string,
    values: PersonalValues,
    isSettled: (kept: Partial<Record<string, string>>) => boolean,
  ): Promise<boolean>;
  /** Deletes fields and stores values in one transaction. @throws ValueTaken, PersonErased */
  replace(personId: string, fields: readonly string[], values: PersonalValues, sql?: Sql): Promise<void>;
  /** Something came of values that were on trial: each of them stays until its expiry. What is gone stays so. */
  keep(personId: string, fields: readonly string[]): Promise<void>;
  /**
   * Asks about what is on trial although its time is over: `keep` may have been lost in a crash. What something came of
   * is kept; the rest has expired with its trial. Until someone asks, values on trial are read like any other.
   */
  settleTrials(cameOf: CameOf): Promise<void>;
  /** What there is of the fields asked for; of a person who is unknown or erased, nothing. */
  get<Field extends string>(
    personId: string,
    fields: readonly Field[],
    sql?: Sql,
  ): Promise<Partial<Record<Field, string>>>;
  /** The person who has this value in a unique field. */
  find(field: string, value: string, sql?: Sql): Promise<string | undefined>;
  remove(personId: string, fields: readonly string[], sql?: Sql): Promise<void>;
  /** Whether anything was ever stored for a person who is not erased. */
  isKnown(personId: string): Promise<boolean>;
  /** Of these people, those for whom it is so. */
  knownAmong(personIds: readonly string[]): Promise<string[]>;
  /** What there is of a person, as kinds of fields, such as `application.*.ssn`. */
  kindsOf(personId: string): Promise<string[]>;
  /** Deletes a person's values and their key, permanently. */
  erase(personId: string, sql?: Sql): Promise<void>;
  /** How many values no one has deleted although they expired more than `grace` milliseconds ago. */
  countOverdue(grace: number): Promise<number>;
  /** Deletes what has expired, and says what of it should have been gone for longer than `grace` milliseconds. */
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
