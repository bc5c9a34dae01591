export {
  askedFromEmailField,
  leaverOfEmail,
  leftEmailField,
  ownerOfEmail,
  pendingEmailField,
  previousEmailField,
  returnableEmailFields,
} from './email-address.js';
export { countOverdue, type Sweep } from './expiry.js';
export { type MasterKey, masterKeysVariable } from './master-keys.js';
export { PersonErased } from './person-keys.js';
export { type PersonalValue, type PersonalValues, ValueTaken } from './personal-values.js';
export { createSealer, type Sealer } from './sealer.js';
export type { CameOf } from './trial.js';
export type { Vault } from './types.js';
export { openVault, type VaultOptions } from './vault.js';
