import type { Refusal } from '@groundswell/contracts';
import type { CurrentUser } from '@groundswell/platform/identity';

/** Refuses a person with a second factor who gave no code in this session recently; admits everyone else. */
export type FreshProof = (user: CurrentUser) => Promise<Refusal | undefined>;
