import type { TransferLimits } from '@groundswell/domain/money';
import type { Vault } from '@groundswell/platform/vault';
import type { FreshProof } from '../shared/fresh-proof.js';
import type { SpendableProofs } from '../shared/identity-proof.js';
import type { Counter } from '../shared/limit.js';

/** Dependencies of the trading account endpoints. */
export interface MoneyServices {
  readonly vault: Vault;
  /** Checked before money can go to a first bank, or out. */
  readonly needsProof: FreshProof;
  readonly identityProofs: SpendableProofs;
  readonly newBankHoldDays: number;
  readonly limits: TransferLimits;
  /** Limits a person's money requests: each may cause an event, a broker call and a mail. */
  readonly requestsPerUser: Counter;
  /** Limits drafts saved by one person; a form saves at every pause in typing. */
  readonly draftsPerUser: Counter;
  readonly now: () => Date;
}
