import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Forces a garbage collection, as happens sooner or later. */
export const collectGarbage = async (): Promise<void> => {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await nextTurn();
  }
};
