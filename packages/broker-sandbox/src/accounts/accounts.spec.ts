import { afterEach, describe, expect, it } from 'vitest';
import { application } from '../trial/application.js';
import { Trial } from '../trial/trial.js';

let trial: Trial;
afterEach(() => trial.close());

type Path = readonly [string, string];

/** An application with one field replaced; undefined leaves it out. */
const withField = (path: string, value: unknown) => {
  const [block, field] = path.split('.') as unknown as Path;
  const whole = application() as unknown as Record<string, Record<string, unknown>>;
  if (field === undefined) return { ...whole, [block]: value };
  return { ...whole, [block]: { ...whole[block], [field]: value } };
};

describe('opening an account', () => {
  it('is submitted at first, and then approved and active, one event each', async () => {
    trial = new Trial({ times: { review: 1_000 } });
    const { status, body } = await trial.call('POST', '/v1/accounts', application());
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'SUBMITTED', currency: 'USD', last_equity: '0' });
    const read = async () => (await trial.call('GET', `/v1/accounts/${body.id}`)).body.status;
    await trial.pass(999);
    expect(await read()).toBe('SUBMITTED');
    await trial.pass(1);
    expect(await read()).toBe('APPROVED');
    await trial.pass(1_000);
    expect(await read()).toBe('ACTIVE');
    const events = await trial.history('/v1/events/accounts/status');
    expect(events.map(({ status_from, status_to }) => [status_from, status_to])).toEqual([
      ['', 'SUBMITTED'],
      ['SUBMITTED', 'APPROVED'],
      ['APPROVED', 'ACTIVE'],
    ]);
  });

  it.each([
    'is_control_person',
    'is_affiliated_exchange_or_finra',
    'is_politically_exposed',
    'immediate_family_exposed',
  ])('asks for documents when %s', async (disclosure) => {
    trial = new Trial();
    const { body } = await trial.call('POST', '/v1/accounts', withField(`disclosures.${disclosure}`, true));
    await trial.pass(0);
    const account = (await trial.call('GET', `/v1/accounts/${body.id}`)).body;
    expect(account.status).toBe('ACTION_REQUIRED');
    expect(account.kyc_results).toMatchObject({ summary: 'fail' });
    await trial.call('PATCH', `/admin/accounts/${body.id}`, { status: 'APPROVED' });
    await trial.pass(0);
    expect((await trial.call('GET', `/v1/accounts/${body.id}`)).body.status).toBe('ACTIVE');
  });

  it('ends where the fixture of the application says', async () => {
    trial = new Trial();
    for (const status of ['SUBMITTED', 'ACTION_REQUIRED', 'APPROVAL_PENDING', 'REJECTED']) {
      const wanted = {
        ...application(`${status}@example.com`),
        additional_information: `/fixtures/status=${status}/fixtures/`,
      };
      const { body } = await trial.call('POST', '/v1/accounts', wanted);
      await trial.pass(0);
      expect((await trial.call('GET', `/v1/accounts/${body.id}`)).body.status).toBe(status);
    }
  });

  it('never echoes the tax id', async () => {
    trial = new Trial();
    const { body } = await trial.call('POST', '/v1/accounts', application());
    const read = await trial.call('GET', `/v1/accounts/${body.id}`);
    // Not any four digits: a random id may have them.
    const echo = /520-?11-?4207|[-*]4207"|"4207"|tax_id"/;
    for (const text of [JSON.stringify(body), JSON.stringify(read)]) expect(text).not.toMatch(echo);
  });

  it('refuses an address that is taken, in whatever case', async () => {
    trial = new Trial();
    await trial.openAccount('ada@example.com');
    const again = await trial.call('POST', '/v1/accounts', application('Ada@Example.com'));
    expect(again).toMatchObject({ status: 409, body: { code: 40910000 } });
  });
});

describe('data validations', () => {
  it.each([
    ['contact.email_address', 'ada'],
    ['contact.email_address', `${'a'.repeat(50)}@example.com`],
    ['contact.email_address', 'adä@example.com'],
    ['contact.street_address', ['12345']],
    ['contact.street_address', ['P.O. Box 12']],
    ['contact.street_address', ['PO Box 7, Main Street']],
    ['contact.street_address', ['1 Rue Molière']],
    ['contact.city', ' San Mateo'],
    ['contact.city', ''],
    ['contact.state', ''],
    ['contact.state', 'C1'],
    ['contact.postal_code', '9440'],
    ['contact.country', 'US'],
    ['identity.given_name', ''],
    ['identity.given_name', 'Zoë'],
    ['identity.family_name', 'Byron '],
    ['identity.date_of_birth', '01/01/1990'],
    ['identity.date_of_birth', '1990-02-30'],
    ['identity.date_of_birth', '2008-11-21'],
    ['identity.date_of_birth', '1880-01-01'],
    ['identity.tax_id', '000-11-4207'],
    ['identity.tax_id', '666-11-4207'],
    ['identity.tax_id', '520-00-4207'],
    ['identity.tax_id', '520-11-0000'],
    ['identity.tax_id', '111-11-1111'],
    ['identity.tax_id', '123-45-6789'],
    ['identity.tax_id', '987-65-4321'],
    ['identity.tax_id', '52-11-4207'],
    [
      'agreements',
      [{ agreement: 'margin_agreement', signed_at: '2026-11-19T18:09:33Z', ip_address: '1.2.3.4' }],
    ],
    [
      'agreements.signed_at',
      [{ agreement: 'customer_agreement', signed_at: 'today', ip_address: '1.2.3.4' }],
    ],
    [
      'agreements.ip_address',
      [{ agreement: 'customer_agreement', signed_at: '2026-11-19T18:09:33Z', ip_address: '::1' }],
    ],
  ])('%s may not be %j', async (field, value) => {
    trial = new Trial();
    const path = Array.isArray(value) && field.startsWith('agreements') ? 'agreements' : field;
    const refused = await trial.call('POST', '/v1/accounts', withField(path, value));
    expect(refused).toEqual({ status: 422, body: { code: 40010001, message: `${field} is invalid` } });
    expect(await trial.list('/v1/accounts')).toEqual([]);
  });

  it.each([
    ['contact.email_address', `ada+${'tag'.repeat(30)}@example.com`],
    ['contact.state', 'New Hampshire'],
    ['contact.postal_code', '94401-1234'],
    ['contact.phone_number', undefined],
    ['identity.date_of_birth', '2008-11-20'],
    ['identity.tax_id', '520114207'],
    ['disclosures.employment_status', 'EMPLOYED'],
    ['whatever', { new: 'block' }],
  ])('%s may be %j', async (field, value) => {
    trial = new Trial();
    expect((await trial.call('POST', '/v1/accounts', withField(field, value))).status).toBe(200);
  });

  it('distinguish a missing field from one of another type', async () => {
    trial = new Trial();
    expect(await trial.call('POST', '/v1/accounts', withField('contact.city', undefined))).toMatchObject({
      status: 422,
      body: { code: 40010001, message: 'contact.city is required' },
    });
    for (const body of [
      withField('contact.city', 7),
      withField('contact', 'home'),
      withField('disclosures', []),
    ]) {
      expect((await trial.call('POST', '/v1/accounts', body)).body.code).toBeOneOf([40010000, 40010001]);
    }
    expect(await trial.call('POST', '/v1/accounts', withField('contact.city', 7))).toMatchObject({
      status: 400,
      body: { code: 40010000 },
    });
    expect(
      await trial.call('POST', '/v1/accounts', withField('identity.funding_source', ['lottery'])),
    ).toMatchObject({
      status: 422,
    });
  });

  it('never repeat what was sent', async () => {
    trial = new Trial();
    for (const field of ['identity.tax_id', 'identity.given_name', 'contact.email_address', 'contact.city']) {
      const { body } = await trial.call('POST', '/v1/accounts', withField(field, 'sécret'));
      expect(JSON.stringify(body)).not.toContain('sécret');
    }
  });

  it('answer broken JSON as the broker does', async () => {
    trial = new Trial();
    const headers = { authorization: 'Basic a2V5OnNlY3JldA==', 'content-type': 'application/json' };
    const answer = await trial.server.inject({
      method: 'POST',
      url: '/v1/accounts',
      headers,
      payload: '{"contact":',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: 40010000, message: 'request body format is invalid' });
  });
});

describe('reading accounts', () => {
  it('answers 401 for an unknown account, and for another partner’s', async () => {
    trial = new Trial();
    const id = await trial.openAccount();
    const stranger = '61e69015-8549-4bfd-b9c3-01e75843f47d';
    const refused = { status: 401, body: { code: 40110000, message: 'request is not authorized' } };
    expect(await trial.call('GET', `/v1/accounts/${stranger}`)).toEqual(refused);
    for (const path of [
      `/v1/accounts/${id}`,
      `/v1/accounts/${id}/ach_relationships`,
      `/v1/accounts/${id}/transfers`,
      `/v1/trading/accounts/${id}/account`,
    ]) {
      expect(await trial.call('GET', path, undefined, 'other')).toEqual(refused);
      expect((await trial.call('GET', path)).status).toBe(200);
    }
    expect((await trial.call('GET', '/v1/accounts', undefined, 'other')).body).toEqual([]);
  });

  it('finds them by all the words of a query', async () => {
    trial = new Trial();
    const id = await trial.openAccount('ada@example.com');
    await trial.openAccount('grace@example.com');
    const found = async (query: string) =>
      (await trial.list(`/v1/accounts?${query}`)).map((account) => account.id);
    expect(await found('query=ADA%40example.com')).toEqual([id]);
    expect(await found('query=byron')).toHaveLength(2);
    expect(await found('query=byron%20ada@')).toEqual([id]);
    expect(await found('query=nobody')).toEqual([]);
    expect(await found('status=ACTIVE&sort=asc')).toHaveLength(2);
    expect(await found('created_after=2026-11-20T15:00:01Z')).toEqual([]);
    expect((await trial.call('GET', '/v1/accounts?created_after=soon')).status).toBe(422);
  });
});
