import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { application, bankAccount } from '../trial/application.js';
import { Trial } from '../trial/trial.js';
import { answerSchema, componentSchema, documentOf, present } from './openapi.js';

const account = '/v1/accounts/{account_id}';

/** Where the document says that the result of a review is a text, the broker sends codes as the keys of an object. */
const brokerDocument = () => {
  const document = documentOf('alpaca-broker-openapi.yaml');
  const { schemas } = document.components as { schemas: Record<string, object> };
  return {
    ...document,
    components: {
      ...(document.components as object),
      schemas: { ...schemas, KYCResultType: { type: 'object' } },
    },
  };
};

describe.skipIf(!present)("the bank's answers against Alpaca's OpenAPI document", () => {
  const trial = new Trial({ times: { review: 1_000, linking: 1_000, settlement: 3_000, hold: 60_000 } });
  afterAll(() => trial.close());
  const document = present ? brokerDocument() : {};
  let id: string;
  let link: string;

  const issues = (schema: z.ZodType, answer: unknown) => {
    expect(JSON.stringify(answer).length).toBeGreaterThan(40);
    return schema.safeParse(answer).error?.issues;
  };
  const read = async (path: string) => (await trial.call('GET', path.replace('{account_id}', id))).body;

  beforeAll(async () => {
    id = await trial.openAccount();
    await trial.pass(1_000);
    await trial.pass(1_000);
    link = await trial.link(id);
  });

  it('POST /v1/accounts', async () => {
    const { body } = await trial.call('POST', '/v1/accounts', application('grace@example.com'));
    expect(issues(answerSchema(document, '/v1/accounts', { method: 'post' }), body)).toBeUndefined();
  });

  it.each(['/v1/accounts', account, '/v1/trading/accounts/{account_id}/account'])('GET %s', async (path) => {
    expect(issues(answerSchema(document, path), await read(path))).toBeUndefined();
  });

  it('an account that needs documents, and a trading account that is blocked', async () => {
    const wanted = application('alan@example.com');
    const exposed = { ...wanted, disclosures: { ...wanted.disclosures, is_politically_exposed: true } };
    const { body } = await trial.call('POST', '/v1/accounts', exposed);
    await trial.pass(1_000);
    await trial.call('PATCH', `/admin/accounts/${body.id}`, { incoming_transfers_blocked: true });
    const papers = (await trial.call('GET', `/v1/accounts/${body.id}`)).body;
    expect(papers.status).toBe('ACTION_REQUIRED');
    expect(issues(answerSchema(document, account), papers)).toBeUndefined();
    const trading = await trial.tradingAccount(String(body.id));
    const schema = answerSchema(document, '/v1/trading/accounts/{account_id}/account');
    expect(issues(schema, trading)).toBeUndefined();
  });

  it('ACH relationships', async () => {
    const path = `${account}/ach_relationships`;
    expect(issues(answerSchema(document, path), await read(path))).toBeUndefined();
    const other = await trial.openAccount('kurt@example.com');
    await trial.pass(1_000);
    await trial.pass(1_000);
    const { body } = await trial.call('POST', path.replace('{account_id}', other), bankAccount());
    expect(issues(answerSchema(document, path, { method: 'post' }), body)).toBeUndefined();
  });

  it('transfers in every status, their events, and what was booked', async () => {
    const path = `${account}/transfers`;
    const { body } = await trial.transfer(id, link, 'INCOMING', '25000.50');
    expect(issues(answerSchema(document, path, { method: 'post' }), body)).toBeUndefined();
    const statuses = new Set<unknown>();
    for (let step = 0; step < 6; step += 1) {
      const [transfer] = await trial.transfersOf(id);
      statuses.add(transfer?.status);
      expect(issues(answerSchema(document, path), [transfer])).toBeUndefined();
      await trial.pass(1_000);
    }
    await trial.call('POST', `/admin/transfers/${body.id}/return`);
    expect(issues(answerSchema(document, path), await trial.transfersOf(id))).toBeUndefined();
    expect([...statuses]).toEqual(['QUEUED', 'APPROVAL_PENDING', 'PENDING', 'SENT_TO_CLEARING', 'COMPLETE']);

    const accountEvent = componentSchema(document, 'AccountStatusEvent');
    for (const event of await trial.history('/v1/events/accounts/status')) {
      expect(issues(accountEvent, event)).toBeUndefined();
    }
    // The document gives the type of an entity the format of a UUID, and forgets that the first status has none before.
    const fundingEvent = componentSchema(document, 'StatusFundingEvent', {
      entity_type: { enum: ['BankRelationship', 'Transfer'] },
      status_from: { type: ['string', 'null'] },
      correspondent: { type: 'string', minLength: 1, maxLength: 4 },
    });
    for (const event of await trial.history('/v2/events/funding/status')) {
      expect(issues(fundingEvent, event)).toBeUndefined();
    }

    const booked = await trial.list('/v1/accounts/activities/CSD');
    expect(booked).toHaveLength(2);
    const activity = componentSchema(document, 'NonTradeActivity', {
      id: { type: 'string' },
      account_id: { type: 'string', format: 'uuid' },
      activity_type: { enum: ['CSD'] },
    });
    for (const each of booked) expect(issues(activity, each)).toBeUndefined();
  });

  it('would notice a status that Alpaca does not have', () => {
    const schema = answerSchema(document, `${account}/transfers`);
    const transfer = {
      id,
      account_id: id,
      type: 'ach',
      status: 'QUEUED',
      amount: '1',
      direction: 'INCOMING',
      created_at: '2026-11-20T15:00:00.000Z',
    };
    expect(schema.safeParse([transfer]).success).toBe(true);
    for (const change of [{ status: 'PAID' }, { amount: 1 }, { extra: true }, { id: 'x' }]) {
      expect(schema.safeParse([{ ...transfer, ...change }]).success).toBe(false);
    }
  });
});
