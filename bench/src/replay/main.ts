import { compareRebuilds } from './rebuilds.js';
import { replayWhileServing } from './serve.js';

const quick = process.argv.includes('--quick');

if (process.argv.includes('--serve')) await replayWhileServing(quick ? 20_000 : 1_000_000);
else {
  await compareRebuilds(
    quick
      ? { small: 10_000, large: 50_000, emmett: 4_000 }
      : { small: 100_000, large: 1_000_000, emmett: 10_000 },
  );
}
