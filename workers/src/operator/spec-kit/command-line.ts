import { withoutWaiting } from '@groundswell/testing';
import { vi } from 'vitest';
import type { Trial } from '../../money/spec-kit/trial.js';
import { operate } from '../operate.js';

/** Runs a command line in this process. @returns its exit code, and what it wrote */
export const withOutput = async (variables: Readonly<Record<string, string>>, run: () => Promise<number>) => {
  const said = { out: '', notes: '' };
  const pipe = (name: keyof typeof said) => ({
    on: () => undefined,
    write: (text: string) => {
      said[name] += text;
      return true;
    },
  });
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(pipe('out') as never);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(pipe('notes') as never);
  const code = await run();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  return { code, out: said.out, notes: withoutWaiting(said.notes) };
};

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
