import { setFlagsFromString } from 'node:v8';

/**
 * Lets garbage grow to half of the live heap before it is collected; Node's default is three times the live
 * heap. For long-running work: memory then stays about the same from beginning to end.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50');

/** The first version of Node whose V8 keeps what a flood took, and has the flag against it. */
const firstToKeep = 24;

/**
 * Has what a flood took given back while requests go on. Else Node 24 keeps a young generation of 100 MB and every page that
 * it has freed until the process is idle.
 */
export const giveMemoryBack = (): void => {
  if (Number.parseInt(process.versions.node, 10) < firstToKeep) keepHeapSmall();
  else setFlagsFromString('--memory-saver-mode');
};
