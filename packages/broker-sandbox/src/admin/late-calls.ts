interface LateCall {
  /** By the broker's clock, in milliseconds since 1970. */
  readonly due: number;
  readonly method: string;
  readonly path: string;
  readonly carryOut: () => Promise<unknown>;
  timer?: NodeJS.Timeout;
  begun?: boolean;
}

/** A timer cannot wait longer. */
const longestWait = 2_147_000_000;

/** Calls that were answered, and are carried out later. A restart forgets them, as if the broker had dropped them. */
export class LateCalls {
  private readonly waiting = new Set<LateCall>();

  constructor(private readonly now: () => number) {}

  /** @param delay milliseconds */
  add(method: string, path: string, delay: number, carryOut: () => Promise<unknown>): void {
    const call: LateCall = { due: this.now() + delay, method, path, carryOut };
    this.waiting.add(call);
    this.wait(call);
  }

  /** Calls that are still to be carried out. */
  open(): { method: string; path: string; due: string }[] {
    return [...this.waiting].map(({ method, path, due }) => ({
      method,
      path,
      due: new Date(due).toISOString(),
    }));
  }

  /** Carries out all that is due, in the order of time. */
  async advance(): Promise<void> {
    const due = [...this.waiting].filter((call) => call.due <= this.now() && !call.begun);
    for (const call of due.sort((a, b) => a.due - b.due)) {
      // Another that is due at this moment has begun it meanwhile.
      if (call.begun) continue;
      call.begun = true;
      clearTimeout(call.timer);
      await call.carryOut();
      this.waiting.delete(call);
    }
  }

  stop(): void {
    for (const { timer } of this.waiting) clearTimeout(timer);
    this.waiting.clear();
  }

  private wait(call: LateCall): void {
    const left = Math.min(Math.max(1, call.due - this.now()), longestWait);
    call.timer = setTimeout(() => {
      if (call.due > this.now()) this.wait(call);
      else void this.advance().catch(() => undefined);
    }, left);
  }
}
