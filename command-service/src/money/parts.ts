import type { TransferLimits } from '@groundswell/money';
import type { Vault } from '@groundswell/platform/vault';
import type { FreshProof } from '../shared/fresh-proof.js';

/** What the endpoints of trading accounts stand on. */
export interface MoneyParts {
  readonly vault: Vault;
  /** Asked before money can go to somewhere new, or out. */
  readonly needsProof: FreshProof;
  readonly limits: TransferLimits;
  readonly now: () => Date;
}
