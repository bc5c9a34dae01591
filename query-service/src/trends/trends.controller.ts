import { type Call, conceptCalls, type Refusal, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, type SerialisedAnswer, Serves } from '@groundswell/platform/http';
import { conceptDetail, trendList } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { Answers } from '../shared/answers.js';
import { toAllocations, toConcept, toDetails, toList } from './shapes.js';

type Concept = NonNullable<Awaited<ReturnType<typeof conceptDetail.queries.byId>>>;
type Answer = Promise<SerialisedAnswer | Refusal>;

@Controller()
export class TrendsController {
  constructor(@Inject(Answers) private readonly answers: Answers) {}

  @Serves(conceptCalls.getConcepts)
  list(_input: CallInput<typeof conceptCalls.getConcepts>, exchange: Exchange): Answer {
    const load = async (sql: Parameters<typeof trendList.queries.all>[0]) =>
      toList(await trendList.queries.all(sql));
    return this.answers.answer({ call: conceptCalls.getConcepts, models: [trendList], load }, exchange);
  }

  @Serves(conceptCalls.getConcept)
  concept({ query }: CallInput<typeof conceptCalls.getConcept>, exchange: Exchange): Answer {
    return this.#one(conceptCalls.getConcept, query.concept_id, toConcept, exchange);
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
    shape: (concept: Concept) => z.input<C['response']>,
    exchange: Exchange,
  ): Answer {
    return this.answers.answer(
      {
        call,
        key: id,
        models: [conceptDetail],
        load: async (sql) => {
          const concept = await conceptDetail.queries.byId(sql, id);
          return concept ? shape(concept) : refuse('ConceptNotFound');
        },
      },
      exchange,
    );
  }
}
