import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets garbage grow to half of the live heap before it is collected; Node's default is three times the live
 * heap. For long-running work: memory then stays about the same from beginning to end.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50');

/** Milliseconds between two looks. */
const lookEvery = 5_000;
/** Share of its time that a calm process is busy at most. */
const calm = 0.4;
/** How far memory may grow between two collections, which stop the process for about a millisecond for each live mebibyte. */
const growth = 1.15;

/** Share of memory that a collection leaves when it was in vain. */
const useless = 0.95;

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
  let collect: Collect | undefined;
  let least = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    const held = process.memoryUsage.rss();
    least = Math.min(least, held);
    if (utilization > calm || held < least * growth) return;
    collect ??= openCollector();
    collect({ type: 'major', flavor: 'last-resort' });
    const left = process.memoryUsage.rss();
    // What the end of a flood still held is given back at the next look; what no collection gives back is in use.
    if (left > held * useless) least = left;
  };
  setInterval(look, lookEvery).unref();
};
