import { type Call, conceptCalls, refuse } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import {
  conceptRecord,
  growth,
  newYorkDateOf,
  type StoredConcept,
  trendList,
} from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { type Answer, Answers } from '../shared/answers.js';
import { type Clock, clockToken } from '../shared/tokens.js';
import { toAllocations, toConcept, toDetails, toList } from './shapes.js';

@Controller()
export class TrendsController {
  constructor(
    @Inject(Answers) private readonly answers: Answers,
    @Inject(clockToken) private readonly now: Clock,
  ) {}

  @Serves(conceptCalls.getConcepts)
  list(_input: CallInput<typeof conceptCalls.getConcepts>, exchange: Exchange): Answer {
    const load = async (sql: Sql) =>
      toList(await trendList.queries.all(sql), await growth.queries.summaries(sql));
    const question = { call: conceptCalls.getConcepts, models: [trendList], beside: [growth], load };
    return this.answers.answer(question, exchange);
  }

  @Serves(conceptCalls.getConcept)
  async concept({ query }: CallInput<typeof conceptCalls.getConcept>, exchange: Exchange): Answer {
    const { concept_id, as_of } = query;
    if (as_of !== undefined && as_of > newYorkDateOf(this.now()))
      return refuse('InvalidRequest', `${as_of} is in the future. Choose today or an earlier day.`);
    const load = async (sql: Sql) => {
      const concept = await conceptRecord.queries.byId(sql, concept_id);
      if (!concept) return refuse('ConceptNotFound');
      const past =
        as_of === undefined
          ? undefined
          : { date: as_of, sectors: await conceptRecord.queries.sectorsAt(sql, concept_id, as_of) };
      return toConcept(concept, await growth.queries.ofConcept(sql, concept_id), past);
    };
    const key = `${concept_id} ${as_of ?? ''}`;
    const question = { call: conceptCalls.getConcept, key, models: [conceptRecord], beside: [growth], load };
    return this.answers.answer(question, exchange);
  }

  @Serves(conceptCalls.getConceptDetails)
  details({ params }: CallInput<typeof conceptCalls.getConceptDetails>, exchange: Exchange): Answer {
    return this.#one(conceptCalls.getConceptDetails, params.concept_id, toDetails, exchange);
  }

  @Serves(conceptCalls.getConceptAllocations)
  allocations({ query }: CallInput<typeof conceptCalls.getConceptAllocations>, exchange: Exchange): Answer {
    return this.#one(conceptCalls.getConceptAllocations, query.concept_id, toAllocations, exchange);
  }

  #one<C extends Call>(
    call: C,
    id: string,
    shape: (concept: StoredConcept) => z.input<C['response']>,
    exchange: Exchange,
  ): Answer {
    const load = async (sql: Sql) => {
      const concept = await conceptRecord.queries.byId(sql, id);
      return concept ? shape(concept) : refuse('ConceptNotFound');
    };
    return this.answers.answer({ call, key: id, models: [conceptRecord], load }, exchange);
  }
}
