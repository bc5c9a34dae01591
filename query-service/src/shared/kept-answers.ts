import type { Call } from '@groundswell/contracts';
import type { ReadModel, ReadStore } from '@groundswell/platform/read-store';

type Named = Pick<ReadModel, 'name'>;

/** The bytes of a response, and the position of each read model when they were made. */
export interface Kept {
  readonly call: Call;
  readonly body: Buffer;
  readonly etag: string;
  /** Read models that must have reached the requested position. */
  readonly models: readonly ReadModel[];
  /** Positions of all read models the response was made from. */
  readonly positions: ReadonlyMap<string, bigint>;
}

/** Bytes cached at most; the oldest goes first. Thousands of answers: a crowd must not leave much behind. */
const mostBytes = 16 * 1024 * 1024;

const leastOf = (positions: readonly bigint[]): bigint =>
  positions.reduce((least, position) => (position < least ? position : least));

/** Answers, cached until a row of their read models changes. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;
  /** How often tables were replaced: their rows may differ although the log has not moved. */
  readonly #replaced = new Map<string, number>();

  constructor(private readonly store: ReadStore) {
    store.onAdvance(({ readModel, changed, streams }) => {
      if (changed && streams === null) this.#forgetAll(readModel);
    });
  }

  /** A counter that changes when tables of any of the models are replaced. */
  replacements(models: readonly Named[]): number {
    return models.reduce((sum, { name }) => sum + (this.#replaced.get(name) ?? 0), 0);
  }

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }

  /** Whether nothing has changed since. Requires receiving notices, and having heard of each read model. */
  holds({ positions }: Kept): boolean {
    if (!this.store.listening) return false;
    for (const [name, position] of positions) {
      const heard = this.store.heard({ name });
      if (!heard || heard.changed > position) return false;
    }
    return true;
  }

  /** The position of some models that a valid answer reflects: it stays right while they advance. */
  positionOf(kept: Kept, models: readonly Named[]): bigint {
    const [heard, made] = [this.heard(models), madeAt(kept, models)];
    return heard > made ? heard : made;
  }

  /** The position that all models are known to have reached. */
  heard(models: readonly Named[]): bigint {
    return leastOf(models.map((model) => this.store.heard(model)?.position ?? 0n));
  }

  keep(key: string, kept: Kept): void {
    const present = this.#kept.get(key);
    // Two queries may finish in a different order than they started.
    if (present && [...present.positions].some(([name, at]) => at > (kept.positions.get(name) ?? 0n))) return;
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#bytes += bytesOf(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#forget(oldest);
    }
  }

  #forgetAll(readModel: string): void {
    this.#replaced.set(readModel, (this.#replaced.get(readModel) ?? 0) + 1);
    for (const [key, { positions }] of this.#kept) if (positions.has(readModel)) this.#forget(key);
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (kept) this.#bytes -= bytesOf(key, kept);
    this.#kept.delete(key);
  }
}

/** Approximate bytes of an answer in memory: a short one has more overhead than content. */
const bytesOf = (key: string, { body }: Kept): number => body.length + key.length + 1_024;

/** The position of some models when a response was made. */
export const madeAt = ({ positions }: Kept, models: readonly Named[]): bigint =>
  leastOf(models.map(({ name }) => positions.get(name) ?? 0n));

/** All that a response was made from. */
export const sourcesOf = ({ positions }: Kept): readonly Named[] =>
  [...positions.keys()].map((name) => ({ name }));
