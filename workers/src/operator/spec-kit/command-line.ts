import { vi } from 'vitest';
import type { Trial } from '../../money/spec-kit/trial.js';
import { operate } from '../operate.js';

/** Runs command lines in this process, against a trial's parts. */
export const commandLine =
  (trial: () => Trial) =>
  async (...words: string[]) => {
    const said = { out: '', notes: '' };
    const pipe = (name: keyof typeof said) => ({
      on: () => undefined,
      write: (text: string) => {
        said[name] += text;
        return true;
      },
    });
    const { stack, masterKey, brokerUrl } = trial();
    vi.stubEnv('EVENTSTORE_URL', stack.eventStoreUrl);
    vi.stubEnv('DATABASE_URL', stack.databaseUrl);
    vi.stubEnv('VAULT_MASTER_KEY', masterKey);
    vi.stubEnv('ALPACA_BROKER_URL', brokerUrl);
    vi.stubEnv('ALPACA_KEY_ID', 'key');
    vi.stubEnv('ALPACA_SECRET_KEY', 'secret');
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(pipe('out') as never);
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(pipe('notes') as never);
    const code = await operate(words);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    return { code, ...said };
  };
