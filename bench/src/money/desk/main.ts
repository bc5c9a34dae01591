import { announceReady, startProcess } from '@groundswell/platform';
import { operate } from '@groundswell/workers';

// The operators of an instance: one process that carries out command line after command line, as `npm run ops` does for each in a
// process of its own. Starting Node is all that it saves.
startProcess(async () => {
  process.on('message', ({ id, words }: { readonly id: string; readonly words: readonly string[] }) => {
    void operate(words).then((code) => process.send?.({ answers: id, code }));
  });
  announceReady(0);
});
