/** One step of a trace: an event of the log, a job that was enqueued or ended, or what became of a mail. */
export interface Step {
  /** ISO 8601. */
  readonly at: string;
  /** Of the event or the job; of a mail, after the word. */
  readonly id: string;
  readonly what: string;
  readonly where: string;
  readonly who: string;
  /** Id of the step that caused it. Null if no step of the trace did. */
  readonly cause: string | null;
  /** How many causes precede it. */
  readonly depth: number;
}

/** A step with the ids of its possible causes, most likely first. */
export type TracedStep = Omit<Step, 'depth' | 'cause'> & { readonly causes: readonly (string | undefined)[] };

/** All steps in order of time, each with its cause. */
export const inOrder = (steps: readonly TracedStep[]): Step[] => {
  const ids = new Set(steps.map(({ id }) => id));
  const causeOf = new Map<string, string | null>();
  for (const { id, causes } of steps) {
    causeOf.set(id, causes.find((cause) => cause !== undefined && cause !== id && ids.has(cause)) ?? null);
  }
  const depthOf = (id: string): number => {
    let depth = 0;
    // A step that names its own effect as its cause forms a cycle. The depth is capped at the number of steps.
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
