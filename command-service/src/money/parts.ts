import type { TransferLimits } from '@groundswell/money';
import type { Vault } from '@groundswell/platform/vault';

/** What the endpoints of trading accounts stand on. */
export interface MoneyParts {
  readonly vault: Vault;
  readonly limits: TransferLimits;
  readonly now: () => Date;
}
