import { codeOf, isByValidation } from './judge.js';
import type { Operation } from './operation.js';
import type { Answer } from './send.js';

interface Count {
  sent: number;
  accepted: number;
  /** Because of its content. */
  refused: number;
  /** Answered with 429. */
  limited: number;
  /** Answered with 503. */
  shed: number;
  slowest: number;
}

const none = (): Count => ({ sent: 0, accepted: 0, refused: 0, limited: 0, shed: 0, slowest: 0 });

/** Counts the outcome of all requests, by operation. */
export class Tally {
  readonly #counts = new Map<string, Count>();
  /** Correlation ids of refused requests, which must have left nothing in the log. */
  readonly refusedIds = new Set<string>();

  constructor(operations: readonly Operation[]) {
    for (const { name } of operations) this.#counts.set(name, none());
  }

  add(operation: Operation, answer: Answer, correlationId: string): void {
    const count = this.#counts.get(operation.name) ?? none();
    count.sent += 1;
    if (answer.status >= 200 && answer.status < 400) count.accepted += 1;
    if (isByValidation(answer)) count.refused += 1;
    if (answer.status === 429) count.limited += 1;
    if (answer.status === 503) count.shed += 1;
    count.slowest = Math.max(count.slowest, answer.ms);
    // A reused refresh token is refused, but recorded on purpose.
    const isNoted = codeOf(answer) === 'InvalidRefreshToken';
    if (answer.status >= 400 && answer.status < 500 && !isNoted) this.refusedIds.add(correlationId);
  }

  get sent(): number {
    return this.#sum(({ sent }) => sent);
  }

  get limited(): number {
    return this.#sum(({ limited }) => limited);
  }

  get shed(): number {
    return this.#sum(({ shed }) => shed);
  }

  of(name: string): Readonly<Count> {
    return this.#counts.get(name) ?? none();
  }

  /** Operations with too few requests accepted, or refused because of their content. */
  short(least: number): string[] {
    return [...this.#counts].flatMap(([name, { accepted, refused }]) =>
      accepted < least || refused < least
        ? [`${name}: ${accepted} accepted, ${refused} refused by validation`]
        : [],
    );
  }

  lines(): string[] {
    return [...this.#counts].map(
      ([name, { sent, accepted, refused, limited, shed, slowest }]) =>
        `${name.padEnd(24)} ${String(sent).padStart(6)} sent ${String(accepted).padStart(6)} accepted ${String(refused).padStart(6)} refused ${String(limited).padStart(5)} × 429 ${String(shed).padStart(4)} × 503  slowest ${String(Math.round(slowest)).padStart(5)} ms`,
    );
  }

  #sum(of: (count: Count) => number): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + of(count), 0);
  }
}
