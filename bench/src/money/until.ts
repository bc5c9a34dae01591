import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@groundswell/platform';

/** A condition that did not come to hold in time; says what stood in its way last. */
class NotReached extends Error {}

/** Milliseconds between two looks: what is watched needs the processor, too. */
const shortestRest = 50;
const longestRest = 250;

/** Repeats a check until there is no obstacle; an error is an obstacle, too. @throws NotReached */
export const until = async (
  milliseconds: number,
  obstacle: () => Promise<string | undefined>,
): Promise<void> => {
  const end = performance.now() + milliseconds;
  for (let rest = shortestRest; ; rest = Math.min(rest * 1.5, longestRest)) {
    const found = await obstacle().catch(messageOf);
    if (found === undefined) return;
    if (performance.now() > end) throw new NotReached(found);
    await pause(rest);
  }
};
