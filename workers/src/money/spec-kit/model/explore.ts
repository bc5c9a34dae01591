import { movesOf } from './moves.js';
import { beginning, type Move, type Rules, realRules, signatureOf, type World } from './world.js';

/** Result of a search through all possible moves. */
export interface Search {
  readonly states: number;
  readonly depth: number;
  /** Whether every state within the bounds was seen, not only those within the depth. */
  readonly isComplete: boolean;
  /** The first violation found, and the steps that lead to it. */
  readonly violation: { readonly what: string; readonly steps: readonly string[] } | undefined;
}

interface Seen {
  readonly world: World;
  readonly label: string;
  readonly before: Seen | undefined;
}

const stepsTo = (seen: Seen | undefined): string[] =>
  seen ? [...stepsTo(seen.before), ...(seen.label ? [seen.label] : [])] : [];

/** All moves possible from these states. */
function* nextOf(edge: readonly Seen[], rules: Rules): Generator<Move & { readonly before: Seen }> {
  for (const before of edge) for (const move of movesOf(before.world, rules)) yield { ...move, before };
}

/**
 * Every interleaving of up to a number of steps, the shortest first, each state once.
 * @param only the one violation to search for; any when omitted
 */
export const explore = (
  steps: number,
  { rules = {}, workers = 2, only }: { rules?: Partial<Rules>; workers?: number; only?: string } = {},
): Search => {
  const start = beginning(workers);
  const visited = new Set([signatureOf(start)]);
  const all = { ...realRules, ...rules };
  let edge: Seen[] = [{ world: start, label: '', before: undefined }];
  for (let depth = 1; depth <= steps; depth += 1) {
    const further: Seen[] = [];
    for (const { label, world, violation, before } of nextOf(edge, all)) {
      if (violation !== undefined && (only === undefined || violation === only)) {
        const found = { what: violation, steps: [...stepsTo(before), label] };
        return { states: visited.size, depth, isComplete: false, violation: found };
      }
      const signature = signatureOf(world);
      if (!visited.has(signature)) further.push({ world, label, before });
      visited.add(signature);
    }
    if (further.length === 0) return { states: visited.size, depth, isComplete: true, violation: undefined };
    edge = further;
  }
  return { states: visited.size, depth: steps, isComplete: false, violation: undefined };
};
