import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { OpenInstance } from './instance.js';

let instance: OpenInstance;
let staff: string;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Answer> => {
  const answer = await fetch(new URL(path, instance.url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'read-after': position,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

let position = '0';
/** A staff command. Later reads include its effect. */
const command = async (path: string, body: unknown): Promise<string> => {
  const answer = await call('POST', path, body, staff);
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined]);
  position = String(answer.body.position);
  return String(answer.body.id);
};

beforeAll(async () => {
  instance = (await (await fetch(inject('sharedInstanceUrl'))).json()) as OpenInstance;
  const { body } = await call('POST', '/user/token/', instance.signIns.staff);
  staff = String(body.access);
});

describe('the calls about people, as the spec writes them', () => {
  it('POST /user/token/ takes email and password, and answers access and refresh', async () => {
    const { status, body } = await call('POST', '/user/token/', instance.signIns.customer);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh']);
  });

  it('POST /user/token/ answers a wrong password with 401 and an error', async () => {
    const wrong = { ...instance.signIns.customer, password: 'not this one' };
    const { status, body } = await call('POST', '/user/token/', wrong);
    expect([status, body.error]).toEqual([401, 'Invalid Credentials']);
  });

  it('POST /user/token/refresh/ takes refresh, and answers a new access', async () => {
    const session = await call('POST', '/user/token/', instance.signIns.customer);
    const { status, body } = await call('POST', '/user/token/refresh/', { refresh: session.body.refresh });
    expect(status).toBe(200);
    expect(body.access).toEqual(expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/));
    expect((await call('GET', '/user/user/', undefined, String(body.access))).status).toBe(200);
  });

  it('GET /user/user/ answers the user object: is_staff, and a dropbox_token that has no value', async () => {
    const { body } = await call('GET', '/user/user/', undefined, staff);
    expect(body).toEqual({
      id: expect.any(String),
      email: instance.signIns.staff.email,
      is_staff: true,
      dropbox_token: null,
    });
  });
});

describe('the calls about concepts, as the spec writes them', () => {
  it('create_new_concept, get_concepts, get_concept_details and get_concept', async () => {
    const id = await command('/api/create_new_concept/', { name: 'Tidal', description: 'Twice a day.' });

    const listed = (await call('GET', '/api/get_concepts/')).body.concepts as Record<string, unknown>[];
    expect(listed.find((concept) => concept.id === id)).toMatchObject({
      name: 'Tidal',
      description: 'Twice a day.',
      image_url: null,
      performance: null,
    });
    expect((await call('GET', `/api/get_concept_details/${id}/`)).body).toEqual({
      id,
      name: 'Tidal',
      description: 'Twice a day.',
    });
    expect((await call('GET', `/api/get_concept/?concept_id=${id}`)).body).toMatchObject({
      growth_list: [],
      concept: { id, name: 'Tidal' },
      concept_composition: {},
    });
  });

  it('create_new_sub_concept, create_stock_allocation, get_concept_allocations and both removals', async () => {
    const conceptId = await command('/api/create_new_concept/', { name: 'Waves', description: 'All day.' });
    const subConcept = await command('/api/create_new_sub_concept/', {
      name: 'Buoys',
      description: 'They bob.',
      concept_id: conceptId,
    });
    const allocate = (symbol: string, percent: string | number) =>
      command('/api/create_stock_allocation/', {
        company_name: `${symbol} Inc.`,
        stock_symbol: symbol,
        percentage_allocation: percent,
        sub_concept: subConcept,
      });
    const first = await allocate('AAPL', '12.5');
    const second = await allocate('NVDA', 20);

    const allocations = async () =>
      (await call('GET', `/api/get_concept_allocations/?concept_id=${conceptId}`, undefined, staff)).body;
    expect(await allocations()).toMatchObject({
      concept: { id: conceptId, name: 'Waves', description: 'All day.' },
      sub_concepts: [{ id: subConcept, name: 'Buoys', description: 'They bob.' }],
      stock_allocations: [
        {
          id: first,
          sub_concept: { id: subConcept, name: 'Buoys' },
          company_name: 'AAPL Inc.',
          stock_symbol: 'AAPL',
          percent_allocation: 12.5,
        },
        { id: second, percent_allocation: 20 },
      ],
    });
    const { body } = await call('GET', `/api/get_concept/?concept_id=${conceptId}`);
    expect(body.concept_composition).toMatchObject({
      Buoys: [
        { text: 'AAPL Inc.', allocation_percentage: 12.5 },
        { text: 'NVDA Inc.', allocation_percentage: 20 },
      ],
    });

    await command('/api/remove_stock_allocation/', { id: first });
    await command('/api/delete_allocation/', { id: second });
    expect((await allocations()).stock_allocations).toEqual([]);
  });

  it('answer unreadable input with 400 and the words Bad Request', async () => {
    const { status, body } = await call('POST', '/api/create_new_concept/', { name: '' }, staff);
    expect([status, body.error]).toEqual([400, 'Bad Request']);
    expect(body.fields).toMatchObject({ name: 'Enter a name.', description: 'Enter a description.' });
  });

  it('let only staff make a staff call', async () => {
    const customer = (await call('POST', '/user/token/', instance.signIns.customer)).body.access;
    const body = { name: 'Mine', description: 'Not theirs.' };
    expect((await call('POST', '/api/create_new_concept/', body)).status).toBe(401);
    expect((await call('POST', '/api/create_new_concept/', body, String(customer))).status).toBe(403);
  });
});

describe('an address of a call', () => {
  it.each([
    '/api/get_concept/?concept_id=no-id',
    '/api/get_concept_details/no-id/',
    '/api/get_concept_changes/?concept_id=%27%20OR%201%3D1',
    '/api/get_concept_calculation/?concept_id=no-id',
  ])('%s is answered with 404', async (path) => {
    const { status, body } = await call('GET', path);
    expect([status, body.code]).toEqual([404, 'ConceptNotFound']);
  });

  it.each([
    '/api/get_concept/',
    '/api/get_concept/?concept_id=a&as_of=yesterday',
    `/api/get_concept/?concept_id=${'a'.repeat(500)}`,
  ])('%s is answered with 400', async (path) => {
    const { status, body } = await call('GET', path);
    expect([status, body.code]).toEqual([400, 'InvalidRequest']);
  });
});
