import { runOperator } from '@groundswell/platform/operator';
import { withoutWaiting } from '@groundswell/testing';
import { vi } from 'vitest';
import { catalogue } from '../catalogue.js';
import { handlers } from '../handlers.js';

/** Runs a command line in this process. @returns its exit code and both outputs */
export const carryOut = async (words: readonly string[], variables: Readonly<Record<string, string>>) => {
  const [out, notes] = ['stdout', 'stderr'].map((name) => {
    const pipe = { text: '', on: () => undefined, write: (text: string) => (pipe.text += text) };
    vi.spyOn(process, name as 'stdout', 'get').mockReturnValue(pipe as never);
    return pipe;
  });
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    const code = await runOperator(words, catalogue, handlers);
    const said = { code, out: out?.text ?? '', notes: withoutWaiting(notes?.text ?? '') };
    return { ...said, document: words.includes('--json') ? JSON.parse(said.out) : undefined };
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
};
