import { cashCalls } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { tradingAccount } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';
import { toDifference } from './shapes.js';

/** More than an operator can read. */
const mostShown = 500;

/** Accounts where the broker and the ledger disagree; staff only. */
@Controller()
export class CashDifferencesController {
  constructor(@Inject(Answers) private readonly answers: Answers) {}

  @Serves(cashCalls.getCashDifferences)
  differences(_input: CallInput<typeof cashCalls.getCashDifferences>, exchange: Exchange): Answer {
    const load = async (sql: Sql) => ({
      differences: (await tradingAccount.queries.differences(sql, mostShown)).map(toDifference),
    });
    return this.answers.answer(
      { call: cashCalls.getCashDifferences, models: [tradingAccount], load },
      exchange,
    );
  }
}
