import { type Refusal, refuse } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import { googleSubjectField } from '../../sessions/sign-in-methods.js';
import type { GoogleIdentity } from './google.js';

/** Whose each Google account is, as the vault knows. It counts once the log shows that one may sign in. */
export interface GoogleSubjects {
  /** The Google account of a person. */
  of(userId: string, sql?: Sql): Promise<string | undefined>;
  /** The person whom a Google account belongs to. */
  owner(subject: string, sql?: Sql): Promise<string | undefined>;
  /** @throws ValueTaken when it is someone else's */
  remember(userId: string, identity: GoogleIdentity, sql?: Sql): Promise<void>;
}

export const createGoogleSubjects = (vault: Vault): GoogleSubjects => ({
  of: async (userId, sql) => (await vault.get(userId, [googleSubjectField], sql))[googleSubjectField],
  owner: (subject, sql) => vault.find(googleSubjectField, subject, sql),
  remember: (userId, { subject }, sql) =>
    vault.put(userId, { [googleSubjectField]: { value: subject, unique: true } }, sql),
});

/** The refusal of a Google account that is someone else's. */
export const taken = (fault: unknown): Refusal => {
  if (fault instanceof ValueTaken) return refuse('GoogleTaken');
  throw fault;
};
