import { randomUUID } from 'node:crypto';
import { calls, headers } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskOptions, type House, startHouse } from '../spec-kit/house.js';

let house: House;
let token: string;
let staffId: string;

beforeAll(async () => {
  house = await startHouse({ DEMO_TIME_TRAVEL: 'true' });
  const staff = await house.register({ staff: true });
  staffId = staff.id;
  token = (await house.signIn(staff)).access;
});
afterAll(() => house.stop());

const ask = (call: Parameters<House['ask']>[0], body: unknown, options: AskOptions = {}) =>
  house.ask(call, body, { token, ...options });
const uniqueName = () => `Trend ${randomUUID()}`;
const createConcept = async (name = uniqueName()): Promise<string> => {
  const answer = await ask(calls.createNewConcept, { name, description: 'Power from tides.' });
  expect(answer.status).toBe(200);
  return answer.body.id;
};
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
const eventsOf = async (conceptId: string) =>
  (await house.parts.eventStore.readStream(`concept-${conceptId}`)).events;

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
    expect(metadata?.occurredAt).toBe(house.now().toISOString());
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
  it('both get in when both still fit, and the sum holds when they do not', async () => {
    const concept = await createConcept();
    const sub = await createSubConcept(concept);
    const answers = await Promise.all(
      ['AAPL', 'MSFT', 'NVDA', 'TSLA'].map((symbol) => allocate(sub, symbol, 30)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    expect((await eventsOf(concept)).filter(({ type }) => type === 'AllocationAdded')).toHaveLength(3);
  });

  it('only one gets in when both say which revision they saw', async () => {
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

  it('do not get the same name', async () => {
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
    await house.parts.database.query(
      `INSERT INTO command_service.concept_name VALUES ($1, $2, now() - interval '2 minutes', false)`,
      [name.toLowerCase(), randomUUID()],
    );
    await createConcept(name);
    const fresh = uniqueName();
    await house.parts.database.query(
      `INSERT INTO command_service.concept_name VALUES ($1, $2, now(), false)`,
      [fresh.toLowerCase(), randomUUID()],
    );
    const answer = await ask(calls.createNewConcept, { name: fresh, description: '-' });
    expect(answer.body.code).toBe('ConceptNameTaken');
  });
});

describe('a repeat with the same idempotency key', () => {
  it('answers what the first one answered, and appends nothing', async () => {
    const body = { name: uniqueName(), description: '-' };
    const key = randomUUID();
    const first = await ask(calls.createNewConcept, body, { key });
    const [second, reordered] = [
      await ask(calls.createNewConcept, body, { key }),
      await ask(calls.createNewConcept, { description: '-', name: body.name }, { key }),
    ];
    expect([second.body, reordered.body]).toEqual([first.body, first.body]);
    expect(await eventsOf(first.body.id)).toHaveLength(1);
  });

  it('is still recognised after the concept has moved on', async () => {
    const concept_id = await createConcept();
    const key = randomUUID();
    const body = { concept_id, name: 'Tidal', description: '-' };
    const first = await ask(calls.createNewSubConcept, body, { key });
    await ask(calls.removeSubConcept, { id: first.body.id });
    expect((await ask(calls.createNewSubConcept, body, { key })).body).toEqual(first.body);
    expect(await eventsOf(concept_id)).toHaveLength(3);
  });

  it('is still recognised after the name has gone to another concept', async () => {
    const name = uniqueName();
    const [createKey, renameKey] = [randomUUID(), randomUUID()];
    const create = { name, description: '-' };
    const created = await ask(calls.createNewConcept, create, { key: createKey });
    const rename = { concept_id: created.body.id, name: uniqueName() };
    const renamed = await ask(calls.renameConcept, rename, { key: renameKey });
    await ask(calls.renameConcept, { concept_id: created.body.id, name: uniqueName() });
    await createConcept(name);
    await createConcept(rename.name);

    expect((await ask(calls.createNewConcept, create, { key: createKey })).body).toEqual(created.body);
    expect((await ask(calls.renameConcept, rename, { key: renameKey })).body).toEqual(renamed.body);
    expect((await ask(calls.renameConcept, rename, { key: randomUUID() })).body.code).toBe(
      'ConceptNameTaken',
    );
    expect(await eventsOf(created.body.id)).toHaveLength(3);
  });

  it('makes one concept of a hundred requests at once', async () => {
    const body = { name: uniqueName(), description: '-' };
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(calls.createNewConcept, body, { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.position}`)).size).toBe(1);
    expect(await eventsOf(answers[0]?.body.id ?? '')).toHaveLength(1);
  });

  it('is refused with other values: for the same concept, and for another one', async () => {
    const [concept_id, other] = [await createConcept(), await createConcept()];
    const key = randomUUID();
    await ask(calls.describeConcept, { concept_id, description: 'One.' }, { key });
    for (const body of [
      { concept_id, description: 'Two.' },
      { concept_id: other, description: 'One.' },
    ]) {
      const answer = await ask(calls.describeConcept, body, { key });
      expect([answer.status, answer.body.code]).toEqual([422, 'IdempotencyKeyReused']);
    }
    expect(await eventsOf(other)).toHaveLength(1);
  });

  it('may be corrected after a refusal, since nothing was done', async () => {
    const concept_id = await createConcept();
    const key = randomUUID();
    const refused = await ask(
      calls.describeConcept,
      { concept_id, description: 'Power from tides.' },
      { key },
    );
    expect(refused.body.code).toBe('ConceptUnchanged');
    expect((await ask(calls.describeConcept, { concept_id, description: 'Better.' }, { key })).status).toBe(
      200,
    );
  });

  it('means nothing in the hands of another person', async () => {
    const other = await house.signIn(await house.register({ staff: true }));
    const key = randomUUID();
    const mine = await ask(calls.createNewConcept, { name: uniqueName(), description: '-' }, { key });
    const theirs = await ask(
      calls.createNewConcept,
      { name: uniqueName(), description: '-' },
      { key, token: other.access },
    );
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it.each(['short', 'x'.repeat(256), 'with a space'])(
    'must be a proper one: "%s" is refused',
    async (key) => {
      const answer = await ask(calls.createNewConcept, { name: uniqueName(), description: '-' }, { key });
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [headers.idempotencyKey]]);
    },
  );
});

describe('changes of the past', () => {
  it('take effect when staff say so, for a demo', async () => {
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
