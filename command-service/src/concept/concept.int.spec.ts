import { randomUUID } from 'node:crypto';
import { calls, headers } from '@groundswell/contracts';
import { createLog, parseConfig } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../config.js';
import { type Curator, openCurator, uniqueName } from '../spec-kit/curator.js';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import { startCommandService } from '../start.js';

let instance: Instance;
let staffId: string;
let { ask, createConcept, eventsOf } = {} as Curator;

beforeAll(async () => {
  instance = await startInstance({ DEMO_TIME_TRAVEL: 'true' });
  ({ ask, createConcept, eventsOf, id: staffId } = await openCurator(instance));
});
afterAll(() => instance.stop());

const createSubConcept = async (concept_id: string): Promise<string> =>
  (await ask(calls.createNewSubConcept, { concept_id, name: uniqueName(), description: '-' })).body.id;
const allocate = (
  sub_concept: string,
  stock_symbol: string,
  percentage_allocation: number | string,
  options = {},
) =>
  ask(
    calls.createStockAllocation,
    { sub_concept, stock_symbol, company_name: `${stock_symbol} Inc.`, percentage_allocation },
    options,
  );

describe('from HTTP to the event store', () => {
  it('each command appends its event, and answers with an id and a position to read after', async () => {
    const name = uniqueName();
    const concept_id = await createConcept(name);
    const sub = await ask(calls.createNewSubConcept, { concept_id, name: 'Tidal', description: 'Turbines.' });
    const allocation = await allocate(sub.body.id, 'aapl', '12.5');
    const commands = [
      await ask(calls.renameConcept, { concept_id, name: `${name} II` }),
      await ask(calls.describeConcept, { concept_id, description: 'New.', reason: 'clearer' }),
      await ask(calls.removeStockAllocation, { id: allocation.body.id }),
      await ask(calls.removeSubConcept, { id: sub.body.id }),
    ];
    const answers = [sub, allocation, ...commands];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const positions = answers.map(({ body }) => BigInt(body.position));
    expect(positions).toEqual([...positions].sort((one, other) => Number(one - other)));

    const [, subConceptId] = sub.body.id.split('.');
    const [, allocationId] = allocation.body.id.split('.');
    const events = await eventsOf(concept_id);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'ConceptCreated', data: { conceptId: concept_id, name, description: 'Power from tides.' } },
      { type: 'SubConceptAdded', data: { subConceptId, name: 'Tidal', description: 'Turbines.' } },
      {
        type: 'AllocationAdded',
        data: { allocationId, subConceptId, symbol: 'AAPL', companyName: 'aapl Inc.', weight: 1_250 },
      },
      { type: 'ConceptRenamed', data: { name: `${name} II` } },
      { type: 'ConceptDescribed', data: { description: 'New.' } },
      { type: 'AllocationRemoved', data: { allocationId } },
      { type: 'SubConceptRemoved', data: { subConceptId } },
    ]);
    expect(events.map(({ position }) => position.commit).slice(1)).toEqual(positions);
  });

  it('says in each event who did it, when, why, and what request it came from', async () => {
    const correlationId = randomUUID();
    const concept_id = await createConcept();
    await ask(
      calls.describeConcept,
      { concept_id, description: 'Clearer.', reason: 'Readers asked what it means.' },
      { headers: { [headers.correlationId]: correlationId } },
    );
    const metadata = (await eventsOf(concept_id)).at(-1)?.metadata;
    expect(metadata).toMatchObject({
      actor: { id: staffId, role: 'staff' },
      correlationId,
      schemaVersion: 1,
      reason: 'Readers asked what it means.',
    });
    expect(metadata?.causationId).toBe(metadata?.commandId);
    expect(metadata?.occurredAt).toBe(instance.now().toISOString());
  });

  it.each([
    ['a sum above 100%', 'AllocationSumExceeded', 422, (sub: string) => allocate(sub, 'NVDA', 50.01)],
    ['a symbol twice', 'AllocationSymbolTaken', 422, (sub: string) => allocate(sub, 'MSFT', 1)],
    ['three decimals', 'InvalidRequest', 400, (sub: string) => allocate(sub, 'NVDA', 1.001)],
    ['zero', 'InvalidRequest', 400, (sub: string) => allocate(sub, 'NVDA', 0)],
    ['an unknown sub-concept', 'SubConceptNotFound', 404, (sub: string) => allocate(`${sub}x`, 'NVDA', 1)],
    ['an id that is none', 'SubConceptNotFound', 404, () => allocate('tidal', 'NVDA', 1)],
    ['a sub-concept in use', 'SubConceptInUse', 422, (id: string) => ask(calls.removeSubConcept, { id })],
    [
      'an unknown allocation',
      'AllocationNotFound',
      404,
      (sub: string) => ask(calls.removeStockAllocation, { id: sub }),
    ],
  ])('refuses %s (%s) and appends nothing', async (_what, code, status, request) => {
    const concept = await createConcept();
    const sub = await createSubConcept(concept);
    await allocate(sub, 'MSFT', 50);
    const answer = await request(sub);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await eventsOf(concept)).toHaveLength(3);
  });

  it.each([randomUUID(), 'tides', '../user-1'])('knows no concept under the id %s', async (concept_id) => {
    const answer = await ask(calls.renameConcept, { concept_id, name: uniqueName() });
    expect([answer.status, answer.body.code]).toEqual([404, 'ConceptNotFound']);
  });
});

describe('two at once', () => {
  it('both succeed when both fit, and the sum stays within 100% when they do not', async () => {
    const concept = await createConcept();
    const sub = await createSubConcept(concept);
    const answers = await Promise.all(
      ['AAPL', 'MSFT', 'NVDA', 'TSLA'].map((symbol) => allocate(sub, symbol, 30)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    expect((await eventsOf(concept)).filter(({ type }) => type === 'AllocationAdded')).toHaveLength(3);
  });

  it('only one succeeds when both state the revision they saw', async () => {
    const concept_id = await createConcept();
    const seen = { headers: { [headers.ifMatch]: '"0"' } };
    const answers = await Promise.all(
      ['One.', 'Two.'].map((description) => ask(calls.describeConcept, { concept_id, description }, seen)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RevisionConflict');
    const next = await ask(
      calls.describeConcept,
      { concept_id, description: 'Three.' },
      {
        headers: {
          [headers.ifMatch]: answers.find(({ status }) => status === 200)?.headers.get('etag') ?? '',
        },
      },
    );
    expect([next.status, next.headers.get('etag')]).toEqual([200, '"2"']);
  });

  it('cannot both get the same name', async () => {
    const name = uniqueName();
    const names = [name, name.toUpperCase(), ` ${name}`, name, name];
    const answers = await Promise.all(
      names.map((each) => ask(calls.createNewConcept, { name: each, description: '-' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('ConceptNameTaken');
  });
});

describe('the name of a concept', () => {
  it('is free again once the concept has another one', async () => {
    const name = uniqueName();
    const concept_id = await createConcept(name);
    const other = await createConcept();
    expect((await ask(calls.renameConcept, { concept_id: other, name })).body.code).toBe('ConceptNameTaken');
    await ask(calls.renameConcept, { concept_id, name: uniqueName() });
    expect((await ask(calls.renameConcept, { concept_id: other, name })).status).toBe(200);
    expect((await ask(calls.renameConcept, { concept_id, name })).body.code).toBe('ConceptNameTaken');
  });

  it('is not lost to a request that died after reserving it', async () => {
    const name = uniqueName();
    await instance.services.database.query(
      `INSERT INTO command_service.concept_name VALUES ($1, $2, now() - interval '2 minutes', false)`,
      [name.toLowerCase(), randomUUID()],
    );
    await createConcept(name);
    const fresh = uniqueName();
    await instance.services.database.query(
      `INSERT INTO command_service.concept_name VALUES ($1, $2, now(), false)`,
      [fresh.toLowerCase(), randomUUID()],
    );
    const answer = await ask(calls.createNewConcept, { name: fresh, description: '-' });
    expect(answer.body.code).toBe('ConceptNameTaken');
  });

  it('is known again after a start on an older copy of the database, which has forgotten it or knows its former holder', async () => {
    const { database } = instance.services;
    const [forgotten, passedOn] = [uniqueName(), uniqueName()];
    const former = await createConcept(passedOn);
    await database.query('CREATE TABLE public.older_copy AS TABLE command_service.concept_name');
    await ask(calls.renameConcept, { concept_id: former, name: uniqueName() });
    await createConcept(passedOn);
    await createConcept(forgotten);
    await database.query('TRUNCATE command_service.concept_name');
    await database.query('INSERT INTO command_service.concept_name SELECT * FROM public.older_copy');
    await database.query('DROP TABLE public.older_copy');

    const log = createLog({ service: 'command-service', level: 'silent' });
    const service = await startCommandService(parseConfig(configSchema, instance.environment), log);
    await service.close();
    for (const name of [forgotten, passedOn]) {
      const again = await ask(calls.createNewConcept, { name, description: '-' });
      expect(again.body.code).toBe('ConceptNameTaken');
    }
  });
});

describe('changes of the past', () => {
  it('take effect at the time staff state, in a demo', async () => {
    const at = '2026-01-05T10:00:00.000Z';
    const answer = await ask(
      calls.createNewConcept,
      { name: uniqueName(), description: '-' },
      { headers: { [headers.occurredAt]: at } },
    );
    expect((await eventsOf(answer.body.id))[0]?.metadata.occurredAt).toBe(at);
  });

  it.each(['yesterday', '2999-01-01T00:00:00Z', '2026-13-40T00:00:00Z', '2026-01-05'])(
    'refuses %s',
    async (at) => {
      const answer = await ask(
        calls.createNewConcept,
        { name: uniqueName(), description: '-' },
        { headers: { [headers.occurredAt]: at } },
      );
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [headers.occurredAt]]);
    },
  );
});

describe('a search for assets', () => {
  const find = (letters: string) => ({
    ...calls.findAssets,
    path: `${calls.findAssets.path}?search=${letters}` as const,
  });

  it('finds companies and coins by their names and tickers', async () => {
    expect((await ask(find('nvd'))).body[0]).toMatchObject({ symbol: 'NVDA', asset_class: 'us_equity' });
    expect((await ask(find('btc'))).body[0]).toMatchObject({ symbol: 'BTC/USD', asset_class: 'crypto' });
    expect((await ask(find('no-such-company'))).body).toEqual([]);
  });

  it('is for staff alone', async () => {
    expect((await instance.ask(find('nvd'))).status).toBe(401);
    const { access } = await instance.signIn(await instance.register());
    expect((await instance.ask(find('nvd'), undefined, { token: access })).status).toBe(403);
  });
});
