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
  /** The read models that `load` asks, and no others: their changes decide how long an answer holds. */
  readonly models: readonly ReadModel[];
  readonly load: (sql: Sql) => Promise<z.input<C['response']> | Refusal>;
}

/** Finished bytes, and the position of the log that they reflect. */
interface Found {
  readonly body: Buffer | Refusal;
  readonly etag: string;
  readonly position: bigint;
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
    const key = `${question.call.path} ${question.key ?? ''}`;
    const kept = this.#kept.get(key);
    if (kept && this.store.listening && this.#changed(question.models) <= kept.position) {
      const heard = this.#heard(question.models);
      return { found: kept, position: heard > kept.position ? heard : kept.position, outdated: false };
    }
    try {
      const found = await this.#load(key, question);
      return { found, position: found.position, outdated: false };
    } catch (error) {
      if (!(error instanceof NotBuiltYet) && !isConnectionLoss(error)) throw error;
      return kept ? { found: kept, position: kept.position, outdated: true } : refuse('Unavailable');
    }
  }

  /** Several readers share one query, unless a change was heard of after it began. */
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

  async #query<C extends Call>(key: string, { call, models, load }: Question<C>): Promise<Found> {
    const { value, position } = await this.store.read(models, load);
    const body = isRefusal(value) ? value : Buffer.from(serialise(call, value));
    const etag = isRefusal(body) ? '' : `"${createHash('sha1').update(body).digest('base64url')}"`;
    const found = { body, etag, position: position.commit };
    // What does not exist is not kept: anybody can ask for any id.
    if (!isRefusal(body)) this.#keep(key, found);
    return found;
  }

  #keep(key: string, found: Found): void {
    const present = this.#kept.get(key);
    if (present && present.position > found.position) return;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The position that all models are known to have reached. */
  #heard(models: readonly ReadModel[]): bigint {
    return models
      .map((model) => this.store.heard(model)?.position ?? 0n)
      .reduce((least, position) => (position < least ? position : least));
  }

  /** The newest change that any of them is known to have. */
  #changed(models: readonly ReadModel[]): bigint {
    return models
      .map((model) => this.store.heard(model)?.changed ?? 0n)
      .reduce((newest, changed) => (changed > newest ? changed : newest));
  }
}
