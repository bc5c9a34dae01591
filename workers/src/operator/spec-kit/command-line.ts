import { withOutput } from '@groundswell/testing';
import type { Trial } from '../../money/spec-kit/trial.js';
import { operate } from '../operate.js';

/** Runs command lines against a trial's parts. */
export const commandLine =
  (trial: () => Trial) =>
  (...words: string[]) => {
    const { stack, masterKey, brokerUrl } = trial();
    const variables = {
      EVENTSTORE_URL: stack.eventStoreUrl,
      DATABASE_URL: stack.databaseUrl,
      VAULT_MASTER_KEY: masterKey,
      ALPACA_BROKER_URL: brokerUrl,
      ALPACA_KEY_ID: 'key',
      ALPACA_SECRET_KEY: 'secret',
    };
    return withOutput(variables, () => operate(words));
  };
