import {
  bankLinkCalls,
  type Call,
  cashCalls,
  type Refusal,
  refuse,
  tradingAccountCalls,
  transferCalls,
} from '@groundswell/contracts';
import { termsOf } from '@groundswell/domain/calendar';
import type { Sql } from '@groundswell/platform/database';
import {
  type CallInput,
  type Exchange,
  SerialisedAnswer,
  Serves,
  signedIn,
} from '@groundswell/platform/http';
import type { ReadStore } from '@groundswell/platform/read-store';
import { tradingAccount } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { type Answer, Answers } from '../shared/answers.js';
import { pageIn } from '../shared/page-in.js';
import { type Clock, clockToken, readStoreToken } from '../shared/tokens.js';
import { activityCsv } from './activity-csv.js';
import {
  toAccount,
  toBalance,
  toBankLink,
  toEntry,
  toTerms,
  toTransfer,
  toTransferDetail,
} from './shapes.js';

type Load<C extends Call> = (sql: Sql, userId: string) => Promise<z.input<C['response']> | Refusal>;

const { queries } = tradingAccount;

const pageSize = 100;

/** Data of the signed-in person. Every query and every cached response is keyed by their own id. */
@Controller()
export class MoneyController {
  constructor(
    @Inject(Answers) private readonly answers: Answers,
    @Inject(readStoreToken) private readonly store: ReadStore,
    @Inject(clockToken) private readonly now: Clock,
  ) {}

  @Serves(tradingAccountCalls.getTradingAccount)
  account(_input: CallInput<typeof tradingAccountCalls.getTradingAccount>, exchange: Exchange): Answer {
    return this.#own(tradingAccountCalls.getTradingAccount, exchange, async (sql, userId) =>
      toAccount(await queries.account(sql, userId)),
    );
  }

  @Serves(bankLinkCalls.getAchMethods)
  bankLinks(_input: CallInput<typeof bankLinkCalls.getAchMethods>, exchange: Exchange): Answer {
    const now = this.now();
    const load: Load<typeof bankLinkCalls.getAchMethods> = async (sql, userId) =>
      (await queries.bankLinks(sql, userId)).map((link) => toBankLink(link, now));
    // A wait ends without an event: the answer of another minute is not this one's.
    return this.#own(bankLinkCalls.getAchMethods, exchange, load, now.toISOString().slice(0, 16));
  }

  @Serves(cashCalls.getCashBalance)
  balance(_input: CallInput<typeof cashCalls.getCashBalance>, exchange: Exchange): Answer {
    return this.#own(cashCalls.getCashBalance, exchange, async (sql, userId) =>
      toBalance(await queries.accountState(sql, userId, null)),
    );
  }

  @Serves(transferCalls.getTransferTerms)
  terms(_input: CallInput<typeof transferCalls.getTransferTerms>, exchange: Exchange): Answer {
    const terms = termsOf(this.now());
    const load: Load<typeof transferCalls.getTransferTerms> = async (sql, userId) =>
      toTerms(await queries.accountState(sql, userId, terms.tradingDay), terms);
    const key = `${terms.tradingDay} ${terms.cutoff.toISOString()}`;
    return this.#own(transferCalls.getTransferTerms, exchange, load, key);
  }

  @Serves(transferCalls.getAchTransfers)
  transfers({ query }: CallInput<typeof transferCalls.getAchTransfers>, exchange: Exchange): Answer {
    const { before } = query;
    const load: Load<typeof transferCalls.getAchTransfers> = async (sql, userId) => {
      const found = await queries.transfers(sql, userId, before, pageSize + 1);
      const { page, next } = pageIn(found, pageSize, ({ position }) => position);
      return { transfers: page.map(toTransfer), next };
    };
    return this.#own(transferCalls.getAchTransfers, exchange, load, before);
  }

  @Serves(transferCalls.getAchTransfer)
  transfer({ query }: CallInput<typeof transferCalls.getAchTransfer>, exchange: Exchange): Answer {
    const load: Load<typeof transferCalls.getAchTransfer> = async (sql, userId) => {
      const transfer = await queries.transfer(sql, userId, query.transfer_id);
      return transfer ? toTransferDetail(transfer) : refuse('TransferNotFound');
    };
    return this.#own(transferCalls.getAchTransfer, exchange, load, query.transfer_id);
  }

  @Serves(cashCalls.getCashActivity)
  activity({ query }: CallInput<typeof cashCalls.getCashActivity>, exchange: Exchange): Answer {
    const { before } = query;
    const load: Load<typeof cashCalls.getCashActivity> = async (sql, userId) => {
      const found = await queries.activity(sql, userId, before, pageSize + 1);
      const { page, next } = pageIn(found, pageSize, ({ entry }) => entry);
      return { entries: page.map(toEntry), next };
    };
    return this.#own(cashCalls.getCashActivity, exchange, load, before);
  }

  @Serves(cashCalls.getCashActivityCsv)
  async activityCsv(_input: CallInput<typeof cashCalls.getCashActivityCsv>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const question = { call: cashCalls.getCashActivityCsv, models: [tradingAccount] };
    const refused = await this.answers.waitFor(question, exchange);
    if (refused) return refused;
    const { value } = await this.store.read([tradingAccount], (sql) => queries.activity(sql, id));
    exchange.setHeader('cache-control', 'no-store');
    exchange.setHeader('content-disposition', 'attachment; filename="groundswell-cash.csv"');
    return new SerialisedAnswer(activityCsv(value.map(toEntry)), 'text/csv; charset=utf-8');
  }

  #own<C extends Call>(call: C, exchange: Exchange, load: Load<C>, key = ''): Answer {
    const { id } = signedIn(exchange);
    const question = {
      call,
      key: `${id} ${key}`,
      models: [tradingAccount],
      load: (sql: Sql) => load(sql, id),
    };
    return this.answers.answer(question, exchange);
  }
}
