import { createHash } from 'node:crypto';
import { type Call, headers, isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { isConnectionLoss, type Sql } from '@groundswell/platform/database';
import { parsePosition } from '@groundswell/platform/event-store';
import { type Exchange, SerialisedAnswer, serialise } from '@groundswell/platform/http';
import { NotBuiltYet, type ReadModel, type ReadStore } from '@groundswell/platform/read-store';
import type { z } from 'zod';

/** One question to the read models. */
export interface Question<C extends Call> {
  readonly call: C;
  /** Tells answers of the same call apart. */
  readonly key?: string;
  /** The read models that must have reached what a reader asks for. */
  readonly models: readonly ReadModel[];
  /** Others that `load` asks: the answer follows their changes too, but nobody waits for them. */
  readonly beside?: readonly ReadModel[];
  /** Asks the models named above, and no others: their changes decide how long an answer is kept. */
  readonly load: (sql: Sql) => Promise<z.input<C['response']> | Refusal>;
}

/** Finished bytes, and where each read model stood when they were made. */
interface Found {
  readonly body: Buffer | Refusal;
  readonly etag: string;
  readonly positions: ReadonlyMap<string, bigint>;
}

interface Loading {
  readonly since: bigint;
  readonly found: Promise<Found>;
}

/** Milliseconds that a reader waits for its own write. */
const patience = 2_000;
/** Answers kept at most; the one unused for longest goes first. */
const mostKept = 2_000;

/**
 * Answers from the read models. The bytes of an answer are kept for as long as no row of its read models has changed,
 * so that a busy list costs no query. Whoever asks for a position never gets an answer from before it unmarked.
 */
export class Answers {
  readonly #kept = new Map<string, Found>();
  readonly #loading = new Map<string, Loading>();

  constructor(private readonly store: ReadStore) {}

  async answer<C extends Call>(
    question: Question<C>,
    exchange: Exchange,
  ): Promise<SerialisedAnswer | Refusal> {
    const asked = exchange.header(headers.readAfter);
    const after = asked === undefined ? undefined : parsePosition(asked);
    if (asked !== undefined && !after) return refuse('InvalidRequest', 'read-after is not a position.');
    if (after) await this.store.waitFor(question.models, after, patience);
    const outcome = await this.#find(question);
    if (isRefusal(outcome)) return outcome;
    const { found, position, outdated } = outcome;
    exchange.setHeader(headers.readPosition, position.toString());
    if (outdated || (after && position < after.commit)) exchange.setHeader(headers.readStale, 'true');
    if (isRefusal(found.body)) return found.body;
    const shared = question.call.access === 'public';
    exchange.setHeader('cache-control', shared ? 'public, no-cache' : 'private, no-cache');
    exchange.setHeader('etag', found.etag);
    return exchange.header('if-none-match') === found.etag
      ? new SerialisedAnswer('', undefined, 304)
      : new SerialisedAnswer(found.body);
  }

  async #find<C extends Call>(
    question: Question<C>,
  ): Promise<{ found: Found; position: bigint; outdated: boolean } | Refusal> {
    const { models, beside = [] } = question;
    const key = `${question.call.path} ${question.key ?? ''}`;
    const kept = this.#kept.get(key);
    if (kept && this.store.listening && this.#holds(kept, [...models, ...beside])) {
      const heard = this.#heard(models);
      return {
        found: kept,
        position: heard > least(kept, models) ? heard : least(kept, models),
        outdated: false,
      };
    }
    try {
      const found = await this.#load(key, question);
      return { found, position: least(found, models), outdated: false };
    } catch (error) {
      if (!(error instanceof NotBuiltYet) && !isConnectionLoss(error)) throw error;
      return kept ? { found: kept, position: least(kept, models), outdated: true } : refuse('Unavailable');
    }
  }

  /** Several readers share one query, unless progress was heard of after it began. */
  #load<C extends Call>(key: string, question: Question<C>): Promise<Found> {
    const since = this.#heard(question.models);
    const running = this.#loading.get(key);
    if (running && running.since >= since) return running.found;
    const found = this.#query(key, question).finally(() => {
      if (this.#loading.get(key)?.found === found) this.#loading.delete(key);
    });
    this.#loading.set(key, { since, found });
    return found;
  }

  async #query<C extends Call>(
    key: string,
    { call, models, beside = [], load }: Question<C>,
  ): Promise<Found> {
    const { value, positions } = await this.store.read([...models, ...beside], load);
    const body = isRefusal(value) ? value : Buffer.from(serialise(call, value));
    const etag = isRefusal(body) ? '' : `"${createHash('sha1').update(body).digest('base64url')}"`;
    const found = { body, etag, positions };
    // What does not exist is not kept: anybody can ask for any id.
    if (!isRefusal(body)) this.#keep(key, found);
    return found;
  }

  #keep(key: string, found: Found): void {
    const present = this.#kept.get(key);
    // Two queries may end in another order than they began in.
    if (present && [...present.positions].some(([name, at]) => at > (found.positions.get(name) ?? 0n)))
      return;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** No row of any of its read models has changed since. */
  #holds({ positions }: Found, models: readonly ReadModel[]): boolean {
    return models.every(
      (model) => (this.store.heard(model)?.changed ?? 0n) <= (positions.get(model.name) ?? -1n),
    );
  }

  /** The position that all models are known to have reached. */
  #heard(models: readonly ReadModel[]): bigint {
    return leastOf(models.map((model) => this.store.heard(model)?.position ?? 0n));
  }
}

const leastOf = (positions: readonly bigint[]): bigint =>
  positions.reduce((least, position) => (position < least ? position : least));

const least = ({ positions }: Found, models: readonly ReadModel[]): bigint =>
  leastOf(models.map(({ name }) => positions.get(name) ?? 0n));
