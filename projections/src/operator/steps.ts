/** One thing that happened: an event of the log, or a job of a queue being enqueued or ending. */
export interface Step {
  /** ISO 8601. */
  readonly at: string;
  /** Of the event, or of the job. */
  readonly id: string;
  readonly what: string;
  readonly where: string;
  readonly who: string;
  /** Id of the step that caused it; null for what nothing among them has caused. */
  readonly cause: string | null;
  /** How many causes precede it. */
  readonly depth: number;
}

/** A step, and the ids of what may have caused it, the likeliest first. */
export type TracedStep = Omit<Step, 'depth' | 'cause'> & { readonly causes: readonly (string | undefined)[] };

/** Everything that happened, in the order of time, each with what caused it. */
export const inOrder = (steps: readonly TracedStep[]): Step[] => {
  const ids = new Set(steps.map(({ id }) => id));
  const causeOf = new Map<string, string | null>();
  for (const { id, causes } of steps) {
    causeOf.set(id, causes.find((cause) => cause !== undefined && cause !== id && ids.has(cause)) ?? null);
  }
  const depthOf = (id: string): number => {
    let depth = 0;
    // Anyone who names its own effect as its cause is in a circle: as deep as there are steps, and no deeper.
    for (let cause = causeOf.get(id); cause && depth < ids.size; cause = causeOf.get(cause)) depth += 1;
    return depth;
  };
  return steps
    .map(({ causes: _, ...step }) => ({
      ...step,
      cause: causeOf.get(step.id) ?? null,
      depth: depthOf(step.id),
    }))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
};
