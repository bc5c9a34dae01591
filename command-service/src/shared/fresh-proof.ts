import type { Refusal } from '@groundswell/contracts';
import type { CurrentUser } from '@groundswell/platform/identity';

/** Refuses someone who has a second factor and gave no code in this session of late; lets everyone else through. */
export type FreshProof = (user: CurrentUser) => Promise<Refusal | undefined>;
