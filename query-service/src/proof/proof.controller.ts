import {
  type Call,
  type ConceptProof,
  headers,
  instrumentIdOf,
  type PriceProof,
  proofCalls,
  type Refusal,
  type ResponseOf,
  refuse,
  streamOf,
} from '@groundswell/contracts';
import { outsideRequests } from '@groundswell/platform';
import type { Sql } from '@groundswell/platform/database';
import { type EventStore, EventStoreError, EventStoreTimeout } from '@groundswell/platform/event-store';
import type { CallInput, Exchange } from '@groundswell/platform/http';
import { Serves } from '@groundswell/platform/http';
import type { ReadStore } from '@groundswell/platform/read-store';
import { logChain, newestSigned, numberOf, readKeys } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';
import { pageIn } from '../shared/page-in.js';
import { eventStoreToken, readStoreToken } from '../shared/tokens.js';
import { proveConcept, readPresent, storedTree } from './concept-proof.js';
import { provePrices } from './price-proof.js';

type Proof = ConceptProof | PriceProof;

const pageSize = 400;

const provedTooLate =
  'We couldn’t read the log in time to prove this. Nothing was found to be wrong. Try again in a minute.';

/** Everything needed to verify that the log was not changed afterwards. */
@Controller()
export class ProofController {
  /** Proofs in progress: identical requests share one, so that a crowd reads the log once. */
  readonly #running = new Map<string, Promise<Proof | undefined>>();

  constructor(
    @Inject(Answers) private readonly answers: Answers,
    @Inject(readStoreToken) private readonly store: ReadStore,
    @Inject(eventStoreToken) private readonly eventStore: EventStore,
  ) {}

  @Serves(proofCalls.getCheckpoints)
  checkpoints({ query }: CallInput<typeof proofCalls.getCheckpoints>, exchange: Exchange) {
    return this.#now(proofCalls.getCheckpoints, exchange, async (sql) => {
      const { before } = query;
      const signed = await newestSigned(sql, pageSize + 1, before);
      // Those of days are older than all that were signed.
      const isOfDay = before !== undefined && (await numberOf(sql, before)) === undefined;
      const left = pageSize + 1 - signed.length;
      const ofDays = await logChain.queries.checkpoints(sql, isOfDay ? before : undefined, left);
      const { page, next } = pageIn([...signed, ...ofDays], pageSize, ({ hash }) => hash);
      return { checkpoints: [...page], next };
    });
  }

  @Serves(proofCalls.getCheckpointKeys)
  keys(
    _input: CallInput<typeof proofCalls.getCheckpointKeys>,
    exchange: Exchange,
  ): Promise<ResponseOf<typeof proofCalls.getCheckpointKeys> | Refusal> {
    return this.#now(proofCalls.getCheckpointKeys, exchange, async (sql) => ({ keys: await readKeys(sql) }));
  }

  @Serves(proofCalls.getLatestCheckpoint)
  latest(_input: CallInput<typeof proofCalls.getLatestCheckpoint>, exchange: Exchange) {
    return this.#now(proofCalls.getLatestCheckpoint, exchange, async (sql) => {
      const present = await readPresent(sql);
      return { checkpoint: present?.checkpoint ?? null, head: present?.published ?? null };
    });
  }

  @Serves(proofCalls.getConsistency)
  consistency({ query }: CallInput<typeof proofCalls.getConsistency>, exchange: Exchange): Answer {
    const { first, second } = query;
    const load = async (sql: Sql) => {
      const head = await logChain.queries.head(sql);
      if (!head || second > head.count || first > second) return refuse('CheckpointUnknown');
      const path = await storedTree(sql).consistency(first, second);
      return { first, second, path: path.map((hash) => hash.toString('hex')) };
    };
    const call = proofCalls.getConsistency;
    return this.answers.answer({ call, key: `${first} ${second}`, models: [logChain], load }, exchange);
  }

  @Serves(proofCalls.getConceptProof)
  async concept(
    { query }: CallInput<typeof proofCalls.getConceptProof>,
    exchange: Exchange,
  ): Promise<ConceptProof | Refusal> {
    const prove = () => proveConcept(this.store, this.eventStore, query.concept_id);
    return (
      (await this.#proof(proofCalls.getConceptProof, `trend ${query.concept_id}`, prove, exchange)) ??
      refuse('ConceptNotFound')
    );
  }

  @Serves(proofCalls.getPriceProof)
  async prices(
    { query }: CallInput<typeof proofCalls.getPriceProof>,
    exchange: Exchange,
  ): Promise<PriceProof | Refusal> {
    const { symbol, from } = query;
    const stream =
      symbol === undefined ? streamOf('market', 'us') : streamOf('instrument', instrumentIdOf(symbol));
    const prove = () => provePrices(this.store, this.eventStore, stream, BigInt(from));
    return (
      (await this.#proof(proofCalls.getPriceProof, `prices ${stream} ${from}`, prove, exchange)) ??
      refuse('PricesNotFound')
    );
  }

  /** Never from the cache: a checkpoint is signed after the chain has moved. */
  async #now<T>(call: Call, exchange: Exchange, load: (sql: Sql) => Promise<T>): Promise<T | Refusal> {
    const refused = await this.answers.waitFor({ call, models: [logChain] }, exchange);
    if (refused) return refused;
    exchange.setHeader('cache-control', 'no-cache');
    return (await this.store.read([logChain], load)).value;
  }

  /** Never from the cache: the point is to look at the log again. */
  async #proof<P extends Proof>(
    call: Call,
    key: string,
    prove: () => Promise<P | undefined>,
    exchange: Exchange,
  ): Promise<P | Refusal | undefined> {
    const refused = await this.answers.waitFor({ call, models: [logChain] }, exchange);
    if (refused) return refused;
    const anew = exchange.header(headers.readAfter) !== undefined;
    exchange.setHeader('cache-control', 'no-store');
    try {
      return await this.#shared(key, prove, anew);
    } catch (error) {
      if (error instanceof EventStoreTimeout) return refuse('Unavailable', provedTooLate);
      if (error instanceof EventStoreError) return refuse('Unavailable');
      throw error;
    }
  }

  /** @param anew whether an earlier proof may be too old for the caller */
  #shared<P extends Proof>(
    key: string,
    prove: () => Promise<P | undefined>,
    anew: boolean,
  ): Promise<P | undefined> {
    // A key begins with what is proved, so what runs under it is the same kind of proof.
    const running = this.#running.get(key) as Promise<P | undefined> | undefined;
    if (running && !anew) return running;
    const proof = outsideRequests(prove).finally(() => {
      if (this.#running.get(key) === proof) this.#running.delete(key);
    });
    this.#running.set(key, proof);
    return proof;
  }
}
