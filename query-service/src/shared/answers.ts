import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Call, headers, isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { forgetOldest } from '@groundswell/platform';
import { isOutage, type Sql } from '@groundswell/platform/database';
import { type Position, parsePosition } from '@groundswell/platform/event-store';
import { type Exchange, type ReadyAnswer, SerialisedAnswer, serialise } from '@groundswell/platform/http';
import {
  DamagedTables,
  NotBuiltYet,
  OlderTables,
  type ReadModel,
  type ReadStore,
  rebuildNeeded,
  updateNeeded,
} from '@groundswell/platform/read-store';
import type { z } from 'zod';
import { type Kept, KeptAnswers, madeAt, sourcesOf } from './kept-answers.js';
import { WaitingPlaces } from './waiting-places.js';

/** What a controller answers. */
export type Answer = Promise<SerialisedAnswer | Refusal>;

/** One query of the read models. */
export interface Question<C extends Call> {
  readonly call: C;
  /** Distinguishes responses of the same call. */
  readonly key?: string;
  /** The read models that must have reached the requested position. */
  readonly models: readonly ReadModel[];
  /** Read models that `load` also queries: the answer follows their changes, but does not wait for them. */
  readonly beside?: readonly ReadModel[];
  /** Queries the models named above, and no others: their changes decide how long an answer is cached. */
  readonly load: (sql: Sql) => Promise<z.input<C['response']> | Refusal>;
}

/** What a reader may wait for. */
type Waited = Pick<Question<Call>, 'call' | 'models'>;

/** An answer, or its absence, at a position. */
interface Found {
  readonly kept: Kept | Refusal;
  /** Of the models that a reader waits for. */
  readonly position: bigint;
  /** Of all models: what changed after it may be missing. */
  readonly reach: bigint;
  /** The database is down, and this is the last known answer. */
  readonly outdated: boolean;
}

interface Loading {
  readonly since: bigint;
  readonly replacements: number;
  readonly found: Promise<Found>;
}

/** Milliseconds that a reader waits for its own write. */
const patience = 1_500;
/** URLs for which cached answers are found immediately. */
const mostAddresses = 4_000;
const longestAddress = 300;

/** Cache policy for browsers. They store nothing personal. */
const keeping = { public: 'public, no-cache', staff: 'private, no-cache', user: 'no-store' };

const unavailable = (readModels: readonly string[]): Refusal =>
  refuse('Unavailable', rebuildNeeded(readModels));

/** The position that a reader requires; undefined if they do not care. */
const askedFor = (exchange: Exchange): Position | Refusal | undefined => {
  const asked = exchange.header(headers.readAfter);
  if (asked === undefined) return undefined;
  return parsePosition(asked) ?? refuse('InvalidRequest', 'read-after is not a position.');
};

/** Response headers, shared by both ways of answering. */
const headersOf = ({ call, etag }: Kept, reach: bigint): (readonly [name: string, value: string])[] => [
  ['cache-control', keeping[call.access]],
  ['etag', etag],
  [headers.readPosition, reach.toString()],
];

/**
 * Answers from the read models. An answer's bytes are cached until a row of its read models changes, so that
 * a busy list costs no query. A reader who asks for a position never gets an older answer without a mark.
 */
export class Answers {
  readonly #kept: KeptAnswers;
  readonly #loading = new Map<string, Loading>();
  readonly #addresses = new Map<string, string>();
  readonly #waiting = new WaitingPlaces();

  constructor(private readonly store: ReadStore) {
    this.#kept = new KeptAnswers(store);
  }

  async answer<C extends Call>(question: Question<C>, exchange: Exchange): Answer {
    const after = askedFor(exchange);
    if (isRefusal(after)) return after;
    if (after) await this.#wait(question, after, exchange);
    const { kept, position, reach, outdated } = await this.#find(question);
    exchange.setHeader(headers.readPosition, reach.toString());
    if (outdated || (after && position < after.commit)) exchange.setHeader(headers.readStale, 'true');
    if (isRefusal(kept)) return kept;
    for (const [name, value] of headersOf(kept, reach)) exchange.setHeader(name, value);
    this.#rememberAddress(exchange.url, kept.call, keyOf(question));
    return exchange.header('if-none-match') === kept.etag
      ? new SerialisedAnswer('', undefined, 304)
      : new SerialisedAnswer(kept.body);
  }

  /**
   * For answers that are not cached bytes, such as a file: waits for the reader's last write, and marks the
   * answer if it has not arrived.
   */
  async waitFor(question: Waited, exchange: Exchange): Promise<Refusal | undefined> {
    const after = askedFor(exchange);
    if (isRefusal(after)) return after;
    if (after && !(await this.#wait(question, after, exchange))) {
      exchange.setHeader(headers.readStale, 'true');
    }
    return undefined;
  }

  /** The cached response to a public call, if it is fresh enough for the request. */
  ready({ url = '', headers: sent }: IncomingMessage): ReadyAnswer | undefined {
    const key = this.#addresses.get(url);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (!kept || !this.#kept.holds(kept)) return undefined;
    const position = this.#kept.positionOf(kept, kept.models);
    const asked = sent[headers.readAfter];
    if (asked !== undefined) {
      const after = parsePosition(String(asked));
      if (!after || position < after.commit) return undefined;
    }
    const known = sent['if-none-match'] === kept.etag;
    return {
      route: kept.call.path,
      status: known ? 304 : 200,
      headers: [
        ['content-type', 'application/json; charset=utf-8'],
        ...headersOf(kept, this.#kept.positionOf(kept, sourcesOf(kept))),
      ],
      body: known ? undefined : kept.body,
    };
  }

  /** Where all places to wait are taken, it does not wait. @returns whether the models have reached the position */
  async #wait({ call, models }: Waited, after: Position, exchange: Exchange): Promise<boolean> {
    const leave = this.#waiting.enter(call.cost, exchange);
    try {
      return await this.store.waitFor(models, after, leave ? patience : 0);
    } finally {
      leave?.();
    }
  }

  async #find<C extends Call>(question: Question<C>): Promise<Found> {
    const kept = this.#kept.get(keyOf(question));
    if (kept && this.#kept.holds(kept)) {
      const position = this.#kept.positionOf(kept, kept.models);
      return { kept, position, reach: this.#kept.positionOf(kept, sourcesOf(kept)), outdated: false };
    }
    try {
      return await this.#load(question);
    } catch (error) {
      const refusal = this.#refusalOf(error, question);
      if (!refusal) throw error;
      return kept
        ? { ...foundIn(kept), outdated: true }
        : { kept: refusal, position: 0n, reach: 0n, outdated: true };
    }
  }

  /** The refusal when the tables cannot be read; undefined for another fault. */
  #refusalOf(error: unknown, { models, beside = [] }: Pick<Question<Call>, 'models' | 'beside'>) {
    if (error instanceof NotBuiltYet || isOutage(error)) return refuse('Unavailable');
    if (error instanceof OlderTables) return refuse('Unavailable', updateNeeded(error.readModels));
    if (error instanceof DamagedTables) return unavailable(error.readModels);
    // Rows of altered tables may be readable, and wrong.
    const damaged = [...models, ...beside].filter((model) => this.store.damage(model) !== undefined);
    return damaged.length > 0 ? unavailable(damaged.map(({ name }) => name)) : undefined;
  }

  /** Concurrent readers share one query, unless there was progress after it started. */
  #load<C extends Call>(question: Question<C>): Promise<Found> {
    const key = keyOf(question);
    const since = this.#kept.heard(question.models);
    const replacements = this.#replacementsFor(question);
    const running = this.#loading.get(key);
    if (running && running.since >= since && running.replacements === replacements) return running.found;
    const found = this.#query(key, question).finally(() => {
      if (this.#loading.get(key)?.found === found) this.#loading.delete(key);
    });
    this.#loading.set(key, { since, replacements, found });
    return found;
  }

  #replacementsFor({ models, beside = [] }: Pick<Question<Call>, 'models' | 'beside'>): number {
    return this.#kept.replacements([...models, ...beside]);
  }

  async #query<C extends Call>(key: string, question: Question<C>): Promise<Found> {
    const { call, models, beside = [], load } = question;
    const replacements = this.#replacementsFor(question);
    const { value, positions } = await this.store.read([...models, ...beside], load);
    const body = isRefusal(value) ? Buffer.of() : Buffer.from(serialise(call, value));
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const made: Kept = { call, body, etag, models, positions };
    // Misses are not cached, because anyone can request any id.
    if (isRefusal(value)) return { ...foundIn(made), kept: value };
    // Tables replaced during the query: the response is right for its current readers, but must not be cached.
    if (this.#replacementsFor(question) === replacements) this.#kept.keep(key, made);
    return foundIn(made);
  }

  #rememberAddress(url: string, call: Call, key: string): void {
    if (call.access !== 'public' || url.length > longestAddress || this.#addresses.has(url)) return;
    this.#addresses.set(url, key);
    forgetOldest(this.#addresses, mostAddresses);
  }
}

/** An answer just made. */
const foundIn = (kept: Kept): Found => ({
  kept,
  position: madeAt(kept, kept.models),
  reach: madeAt(kept, sourcesOf(kept)),
  outdated: false,
});

const keyOf = ({ call, key = '' }: Pick<Question<Call>, 'call' | 'key'>): string => `${call.path} ${key}`;
