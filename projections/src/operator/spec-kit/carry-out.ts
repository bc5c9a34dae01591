import { runOperator } from '@groundswell/platform/operator';
import { withOutput } from '@groundswell/testing';
import { catalogue } from '../catalogue.js';
import { handlers } from '../handlers.js';

/** Runs a command line in this process. @returns its exit code and both outputs */
export const carryOut = async (words: readonly string[], variables: Readonly<Record<string, string>>) => {
  const said = await withOutput(variables, () => runOperator(words, catalogue, handlers));
  return { ...said, document: words.includes('--json') ? JSON.parse(said.out) : undefined };
};
