import { parseArgs } from 'node:util';
import { compareRebuilds } from './rebuilds.js';
import { replayWhileServing } from './serve.js';

const { quick, serve, events } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    /** Of the log that a whole instance replays while it serves. */
    events: { type: 'string' },
  },
}).values;

if (serve) await replayWhileServing(Number(events ?? (quick ? 20_000 : 1_000_000)));
else {
  await compareRebuilds(
    quick
      ? { small: 10_000, large: 50_000, emmett: 4_000 }
      : { small: 100_000, large: 1_000_000, emmett: 10_000 },
  );
}
