/** If commits are slower than this, the writer waits in order to make fewer and larger ones. Milliseconds. */
const slowCommit = 3;
const longestPatience = 3;

/** Weight of the last commit in the moving average. */
const weight = 0.2;

/**
 * How long the writer waits for concurrent requests before it begins a transaction. On a slow disk, writers
 * otherwise split into two halves that alternate, and each commit carries only one of them.
 */
export class Patience {
  #usual = 0;
  #together = 1;

  /**
   * @param milliseconds duration of a transaction; @param wishes requests it answered; @param waiting
   * requests that came meanwhile
   */
  committed(milliseconds: number, wishes: number, waiting: number): void {
    this.#usual += (milliseconds - this.#usual) * weight;
    this.#together = wishes + waiting;
  }

  /** Milliseconds to wait with `waiting` requests present; 0 when it is not worthwhile, or all are present. */
  for(waiting: number): number {
    if (this.#usual < slowCommit || waiting >= this.#together) return 0;
    return Math.min(longestPatience, Math.ceil(this.#usual / 4));
  }

  /** Whether no further request is expected. */
  complete(waiting: number): boolean {
    return waiting >= this.#together;
  }
}
