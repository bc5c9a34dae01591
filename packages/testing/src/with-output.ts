import { vi } from 'vitest';
import { withoutWaiting } from './without-waiting.js';

/** Runs a command line in this process, with variables. @returns its exit code, and what it wrote */
export const withOutput = async (variables: Readonly<Record<string, string>>, run: () => Promise<number>) => {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const write = (text: string): boolean => {
      said[name] += text;
      return true;
    };
    const pipe = { on: () => undefined, write };
    vi.spyOn(process, name, 'get').mockReturnValue(pipe as never);
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    const code = await run();
    return { code, out: said.stdout, notes: withoutWaiting(said.stderr) };
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
};
