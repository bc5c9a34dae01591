export type { Sweep } from './expiry.js';
export { type MasterKey, masterKeysVariable } from './master-keys.js';
export { createSealer, type Sealer } from './sealer.js';
export type { CameOf } from './trial.js';
export {
  openVault,
  type PersonalValue,
  type PersonalValues,
  PersonErased,
  ValueTaken,
  type Vault,
  type VaultOptions,
} from './vault.js';
