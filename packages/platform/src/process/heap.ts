import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openHeapWatch } from './heap-watch.js';

/**
 * Lets garbage grow to half of the live heap before it is collected; Node's default is three times the live
 * heap. For long-running work: memory then stays about the same from beginning to end.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50');

/** Milliseconds between two looks. */
const lookEvery = 5_000;

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

const openCollector = (): Collect => {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
};

/**
 * Returns memory to the system when the process has grown and is calm again. By itself, Node keeps what a flood took as long as
 * requests go on: a young generation of 100 MB, and pages that it has freed.
 */
export const giveMemoryBack = (): void => {
  // A collection of everything counts for several: what was not called in between would be compiled again at the next request.
  setFlagsFromString('--no-flush-bytecode');
  let collect: Collect | undefined;
  const watch = openHeapWatch(process.memoryUsage.rss());
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    const held = process.memoryUsage.rss();
    if (!watch.isDue(held, utilization)) return;
    collect ??= openCollector();
    collect({ type: 'major', flavor: 'last-resort' });
    watch.collected(held, process.memoryUsage.rss());
  };
  setInterval(look, lookEvery).unref();
};
