import {
  createRecoveryCodeRenewal,
  type RecoveryCodeRenewal,
  type RenewalParts,
} from './renewing-recovery-codes.js';
import { type CodeSpending, createCodeSpending, type SpendingParts } from './spending.js';
import { storeRecoveryCodes } from './stored-recovery-codes.js';
import { createTurningOff, type TurningOff, type TurningOffParts } from './turning-off.js';
import { createTurningOn, type TurningOn, type TurningOnParts } from './turning-on.js';

/** The proof besides password or Google: the log shows whether there is one, the vault holds its secret. */
export interface SecondFactor extends CodeSpending, TurningOn, TurningOff, RecoveryCodeRenewal {}

export const createSecondFactor = (
  services: SpendingParts & TurningOnParts & TurningOffParts & RenewalParts,
): SecondFactor => {
  const recoveryCodes = storeRecoveryCodes(services);
  const spending = createCodeSpending(services, recoveryCodes);
  return {
    ...spending,
    ...createTurningOn(services, recoveryCodes),
    ...createTurningOff(services, spending),
    ...createRecoveryCodeRenewal(services, recoveryCodes, spending),
  };
};
