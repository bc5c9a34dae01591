import { Readable } from 'node:stream';
import { conceptCalls, refuse } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, SerialisedAnswer, Serves } from '@groundswell/platform/http';
import type { ReadStore } from '@groundswell/platform/read-store';
import { type AuditFilter, conceptRecord, growth, type StoredChange } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';
import { pageIn } from '../shared/page-in.js';
import { readStoreToken } from '../shared/tokens.js';
import { csvHeader, csvLines } from './csv.js';
import { toCalculation, toChange, toEntry } from './shapes.js';

type AuditQuery = CallInput<typeof conceptCalls.getAuditCsv>['query'];

const pageSize = 100;
/** Page size for the changes of one trend, most of which have one page. */
const changesOfPage = 500;

const filterOf = ({ concept_id: conceptId, person, symbol, from, to }: AuditQuery): AuditFilter => ({
  conceptId,
  person,
  symbol,
  from,
  to,
});

/** Changes to concepts: by concept for everyone, across all concepts for staff. */
@Controller()
export class HistoryController {
  constructor(
    @Inject(Answers) private readonly answers: Answers,
    @Inject(readStoreToken) private readonly store: ReadStore,
  ) {}

  @Serves(conceptCalls.getConceptChanges)
  changes({ query }: CallInput<typeof conceptCalls.getConceptChanges>, exchange: Exchange): Answer {
    const { concept_id: id, before } = query;
    const load = async (sql: Sql) => {
      const found = await conceptRecord.queries.changesOf(sql, id, before, changesOfPage + 1);
      if (found.length === 0 && !(await conceptRecord.queries.byId(sql, id)))
        return refuse('ConceptNotFound');
      const { page, next } = pageIn(found, changesOfPage, ({ position }) => position);
      return { changes: page.map(toChange), next };
    };
    const call = conceptCalls.getConceptChanges;
    const key = JSON.stringify([id, before]);
    return this.answers.answer({ call, key, models: [conceptRecord], load }, exchange);
  }

  @Serves(conceptCalls.getConceptCalculation)
  calculation({ query }: CallInput<typeof conceptCalls.getConceptCalculation>, exchange: Exchange): Answer {
    const id = query.concept_id;
    const load = async (sql: Sql) => {
      if (!(await conceptRecord.queries.byId(sql, id))) return refuse('ConceptNotFound');
      const inputs = await growth.queries.inputsOf(sql, id);
      return { calculation: inputs ? toCalculation(inputs) : null };
    };
    const call = conceptCalls.getConceptCalculation;
    return this.answers.answer({ call, key: id, models: [conceptRecord], beside: [growth], load }, exchange);
  }

  @Serves(conceptCalls.getAudit)
  audit({ query }: CallInput<typeof conceptCalls.getAudit>, exchange: Exchange): Answer {
    const filter = { ...filterOf(query), before: query.before };
    const load = async (sql: Sql) => {
      const found = await conceptRecord.queries.searchChanges(sql, filter, pageSize + 1);
      const { page, next } = pageIn(found, pageSize, ({ position }) => position);
      return { entries: page.map(toEntry), next };
    };
    const call = conceptCalls.getAudit;
    const key = JSON.stringify(filter);
    return this.answers.answer({ call, key, models: [conceptRecord], load }, exchange);
  }

  @Serves(conceptCalls.getAuditCsv)
  async auditCsv({ query }: CallInput<typeof conceptCalls.getAuditCsv>, exchange: Exchange) {
    const question = { call: conceptCalls.getAuditCsv, models: [conceptRecord] };
    const refused = await this.answers.waitFor(question, exchange);
    if (refused) return refused;
    const filter = filterOf(query);
    // Load the first page before sending anything, so that a failure still gets an error response.
    const first = await this.pageOf(filter);
    exchange.setHeader('cache-control', 'private, no-store');
    exchange.setHeader('content-disposition', 'attachment; filename="groundswell-audit.csv"');
    return new SerialisedAnswer(Readable.from(this.csvFrom(first, filter)), 'text/csv; charset=utf-8');
  }

  /** The whole table, page by page: entries never change, so new ones do not shift them. */
  private async *csvFrom(first: readonly StoredChange[], filter: AuditFilter): AsyncGenerator<string> {
    yield csvHeader;
    for (
      let page = first;
      page.length > 0;
      page = await this.pageOf({ ...filter, before: page.at(-1)?.position })
    ) {
      yield csvLines(page);
    }
  }

  private async pageOf(filter: AuditFilter): Promise<readonly StoredChange[]> {
    const { value } = await this.store.read([conceptRecord], (sql) =>
      conceptRecord.queries.searchChanges(sql, filter, pageSize),
    );
    return value;
  }
}
