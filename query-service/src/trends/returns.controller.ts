import { marketCalls, refuse } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { growth } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';
import { pageIn } from '../shared/page-in.js';

const pageSize = 500;

/** The returns that growth is computed from, so that anyone can recompute it. */
@Controller()
export class ReturnsController {
  constructor(@Inject(Answers) private readonly answers: Answers) {}

  @Serves(marketCalls.getReturns)
  returns({ query }: CallInput<typeof marketCalls.getReturns>, exchange: Exchange): Answer {
    const { symbol, after = '' } = query;
    const load = async (sql: Sql) => {
      const found = await growth.queries.returnsOf(sql, symbol, after, pageSize + 1);
      if (found.length === 0 && after === '') return refuse('PricesNotFound');
      const { page, next } = pageIn(found, pageSize, ({ date }) => date);
      return {
        symbol,
        returns: page.map(({ date, totalReturn }) => ({ date, total_return: totalReturn })),
        next,
      };
    };
    const question = { call: marketCalls.getReturns, key: `${symbol} ${after}`, models: [growth], load };
    return this.answers.answer(question, exchange);
  }
}
