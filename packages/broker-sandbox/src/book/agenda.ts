import type { NewChange } from './book.js';

/** Something that will happen by itself. */
export interface Step {
  /** Milliseconds since 1970. */
  readonly due: number;
  readonly changes: (at: number) => NewChange[];
}

/** What will happen by itself, of each thing the next step. */
export class Agenda {
  private readonly steps = new Map<string, Step>();

  /** Puts down the next step of a thing, or that there is none. */
  set(id: string, step: Step | undefined): void {
    if (step) this.steps.set(id, step);
    else this.steps.delete(id);
  }

  /** When the next step is due; undefined when there is none. */
  nextDue(): number | undefined {
    let earliest: number | undefined;
    for (const { due } of this.steps.values()) if (earliest === undefined || due < earliest) earliest = due;
    return earliest;
  }

  /** Takes the step that has been due longest off the list. */
  take(now: number): Step | undefined {
    let found: { readonly id: string; readonly step: Step } | undefined;
    for (const [id, step] of this.steps) {
      if (step.due <= now && (!found || step.due < found.step.due)) found = { id, step };
    }
    if (found) this.steps.delete(found.id);
    return found?.step;
  }
}
