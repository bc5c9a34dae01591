import type { Violation } from './violations.js';

/** A violation, and how often it was reported since the last account. */
export type Counted = Violation & { readonly count: number };

/** Reports since the last summary, and how many of them were not even read. */
export interface Account {
  readonly violations: readonly Counted[];
  /** Reports of kinds beyond the first ones, since anyone can send any number of kinds. */
  readonly others: number;
  readonly unread: number;
  /** Since the process started. */
  readonly total: number;
}

/** Limits of reports that are read between two summaries, and of distinct violations. */
const mostReports = 100;
const mostKinds = 20;

/** Counts reports within limits: their senders are unknown. */
export class ViolationCount {
  #read = 0;
  #unread = 0;
  #others = 0;
  #total = 0;
  readonly #kinds = new Map<string, Counted>();

  /** Whether another report is read before the next account. */
  admits(): boolean {
    if (this.#read < mostReports) {
      this.#read += 1;
      return true;
    }
    this.#unread += 1;
    return false;
  }

  note({ directive, blocked }: Violation): void {
    const kind = `${directive} ${blocked}`;
    const known = this.#kinds.get(kind);
    this.#total += 1;
    if (!known && this.#kinds.size >= mostKinds) this.#others += 1;
    else this.#kinds.set(kind, { directive, blocked, count: (known?.count ?? 0) + 1 });
  }

  /** The summary since the last one; undefined when there is nothing. Resets the count. */
  account(): Account | undefined {
    const account = {
      violations: [...this.#kinds.values()],
      others: this.#others,
      unread: this.#unread,
      total: this.#total,
    };
    this.#read = 0;
    this.#unread = 0;
    this.#others = 0;
    this.#kinds.clear();
    return account.violations.length + account.others + account.unread > 0 ? account : undefined;
  }
}
