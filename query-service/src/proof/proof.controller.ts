import { headers, proofCalls, type Refusal, type ResponseOf, refuse } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type EventStore, EventStoreError } from '@groundswell/platform/event-store';
import type { CallInput, Exchange, SerialisedAnswer } from '@groundswell/platform/http';
import { Serves } from '@groundswell/platform/http';
import type { ReadStore } from '@groundswell/platform/read-store';
import { logChain } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { Answers } from '../shared/answers.js';
import { eventStoreToken, readStoreToken } from '../shared/tokens.js';
import { proveConcept, readPresent, storedTree } from './concept-proof.js';

type Answer = Promise<SerialisedAnswer | Refusal>;
type Proof = ResponseOf<typeof proofCalls.getConceptProof>;

const pageSize = 400;

/** What anybody needs to check that the log was not changed afterwards. */
@Controller()
export class ProofController {
  /** Proofs under way: whoever asks for the same one meanwhile gets it, so that a crowd reads the log once. */
  readonly #running = new Map<string, Promise<Proof | undefined>>();

  constructor(
    @Inject(Answers) private readonly answers: Answers,
    @Inject(readStoreToken) private readonly store: ReadStore,
    @Inject(eventStoreToken) private readonly eventStore: EventStore,
  ) {}

  @Serves(proofCalls.getCheckpoints)
  checkpoints({ query }: CallInput<typeof proofCalls.getCheckpoints>, exchange: Exchange): Answer {
    const load = async (sql: Sql) => {
      const found = await logChain.queries.checkpoints(sql, query.before, pageSize + 1);
      const page = found.slice(0, pageSize);
      return { checkpoints: page, next: found.length > pageSize ? (page.at(-1)?.position ?? null) : null };
    };
    const call = proofCalls.getCheckpoints;
    return this.answers.answer({ call, key: query.before ?? '', models: [logChain], load }, exchange);
  }

  @Serves(proofCalls.getLatestCheckpoint)
  latest(_input: CallInput<typeof proofCalls.getLatestCheckpoint>, exchange: Exchange): Answer {
    const load = async (sql: Sql) => {
      const present = await readPresent(sql);
      return { checkpoint: present?.checkpoint ?? null, head: present?.published ?? null };
    };
    return this.answers.answer({ call: proofCalls.getLatestCheckpoint, models: [logChain], load }, exchange);
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

  /** Never out of what was answered before: the point is to look at the log again. */
  @Serves(proofCalls.getConceptProof)
  async concept(
    { query }: CallInput<typeof proofCalls.getConceptProof>,
    exchange: Exchange,
  ): Promise<Proof | Refusal> {
    const refused = await this.answers.waitFor([logChain], exchange);
    if (refused) return refused;
    const anew = exchange.header(headers.readAfter) !== undefined;
    exchange.setHeader('cache-control', 'no-store');
    try {
      return (await this.#prove(query.concept_id, anew)) ?? refuse('ConceptNotFound');
    } catch (error) {
      if (error instanceof EventStoreError) return refuse('Unavailable');
      throw error;
    }
  }
  /** @param anew whether one that began earlier may be too old for whoever asks */
  #prove(id: string, anew: boolean): Promise<Proof | undefined> {
    const running = this.#running.get(id);
    if (running && !anew) return running;
    const proof = proveConcept(this.store, this.eventStore, id).finally(() => {
      if (this.#running.get(id) === proof) this.#running.delete(id);
    });
    this.#running.set(id, proof);
    return proof;
  }
}
