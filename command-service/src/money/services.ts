import type { TransferLimits } from '@groundswell/domain/money';
import type { Vault } from '@groundswell/platform/vault';
import type { FreshProof } from '../shared/fresh-proof.js';
import type { SpendableProofs } from '../shared/identity-proof.js';
import type { Counter } from '../shared/limit.js';

/** Dependencies of the trading account endpoints. */
export interface MoneyServices {
  readonly vault: Vault;
  /** Asked before money can go to a first bank, or out. */
  readonly needsProof: FreshProof;
  readonly identityProofs: SpendableProofs;
  readonly newBankHoldDays: number;
  readonly limits: TransferLimits;
  /** Of what one person asks of their money: each may be an event, a call of the broker and a mail. */
  readonly requestsPerUser: Counter;
  /** Of drafts that one person saves; a form does so at every pause in the typing. */
  readonly draftsPerUser: Counter;
  readonly now: () => Date;
}
