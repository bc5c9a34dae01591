import type { Sql } from '@groundswell/platform/database';

/** Vault field for the subject of a linked Google account, which identifies a person. */
export const googleSubjectField = 'google_subject';

/** Whether a person's proof is still valid. Checked under `lockSignInMethods`, in the transaction that signs them in. */
export type StillStands = (sql: Sql) => Promise<boolean>;
