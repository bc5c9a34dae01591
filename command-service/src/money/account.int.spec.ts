import { createHash, randomUUID } from 'node:crypto';
import { accountAgreement, calls } from '@groundswell/contracts';
import { newYorkDay } from '@groundswell/domain/calendar';
import { applicationVaultFields } from '@groundswell/domain/money';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everythingIn } from '../spec-kit/everything.js';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  accountOf,
  activate,
  application,
  apply,
  type Customer,
  eventsOf,
  expiriesOf,
  fieldsOf,
  newCustomer,
  tell,
} from '../spec-kit/money.js';

let instance: Instance;
/** A customer whose applications are all refused. */
let luckless: Customer;
beforeAll(async () => {
  instance = await startInstance();
  luckless = await newCustomer(instance);
});
afterAll(() => instance.stop());

const kept = (customer: Customer, applicationId: string) =>
  instance.services.vault.get(customer.id, Object.values(applicationVaultFields(applicationId)));

describe('applying for a trading account', () => {
  it('records the application, and keeps what was typed in the vault alone', async () => {
    const customer = await newCustomer(instance);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const { status, body } = await apply(instance, customer, application, { headers });
    expect([status, typeof body.position]).toEqual([200, 'string']);

    const events = await eventsOf(instance, customer);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'TradingAccountRequested',
      data: { applicationId: body.id, agreementVersion: accountAgreement.version },
      metadata: { actor: { id: customer.id, role: 'user' } },
    });

    const fields = applicationVaultFields(body.id);
    const values = await kept(customer, body.id);
    expect(values[fields.ssn]).toBe('536228726');
    const { ssn: _ssn, agreement: _agreed, ...typed } = application;
    const normal = { ...typed, email: 'ada@example.com', phone: '+15556667788' };
    expect(JSON.parse(values[fields.answers] ?? '')).toEqual(normal);
    const agreement = JSON.parse(values[fields.agreement] ?? '');
    expect(agreement).toMatchObject({ version: accountAgreement.version, ipAddress: '203.0.113.7' });
    expect(Date.parse(agreement.agreedAt)).toBeGreaterThan(0);
  });

  it('leaves no trace of it in the log, tables or log lines, nor a hash that could be guessed', async () => {
    const customer = await newCustomer(instance);
    const key = randomUUID();
    await apply(instance, customer, application, { key });
    const [event] = await eventsOf(instance, customer);
    const stored = await everythingIn(instance.services.database);
    const logged = JSON.stringify([event?.metadata, event?.data]);
    for (const trace of [stored, logged, ...instance.logLines]) {
      expect(trace).not.toMatch(/536-?22-?8726|Okafor|Tide Street|1990-02-28|5556667788/);
    }
    const parsed = calls.createAlpacaAccount.body?.parse(application);
    const sorted = JSON.stringify(parsed, Object.keys(application).sort());
    const guess = createHash('sha256').update(`POST ${calls.createAlpacaAccount.path} ${sorted}`);
    const hash = event?.metadata.requestHash;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toBe(guess.digest('hex'));
    const { digest } = instance.services.vault;
    expect(hash).toBe(digest('request', `POST ${calls.createAlpacaAccount.path} ${sorted}`));
  });

  it.each(Object.keys(application))('needs %s', async (field) => {
    const { [field]: _left, ...rest } = application as Record<string, unknown>;
    const { status, body } = await apply(instance, luckless, rest);
    expect([status, body.code]).toEqual([400, 'InvalidRequest']);
    expect(body.fields).toHaveProperty(field);
    expect(await fieldsOf(instance, luckless)).toEqual(['email']);
  });

  it.each([
    ['employment_status', 'self_employed'],
    ['funding_source', 'lottery'],
    ['disclosure_agreements', ['is_a_robot']],
    ['ssn', '666-55-4321'],
    ['dob', '2010-02-30'],
    ['zip_code', '9410'],
    ['first_name', 'Zoë'],
  ])('refuses %s of %o', async (field, value) => {
    const { status, body } = await apply(instance, luckless, { ...application, [field]: value });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  it('stops with an explanation when a person disagrees', async () => {
    const { status, body } = await apply(instance, luckless, { ...application, agreement: 'disagree' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      agreement: 'To open an account, you need to agree to the account agreement.',
    });
  });

  it('also accepts the disclosures as the JSON text that the generic form sends', async () => {
    const customer = await newCustomer(instance);
    const disclosure_agreements = JSON.stringify(['is_control_person', 'immediate_family_exposed']);
    const { body } = await apply(instance, customer, { ...application, disclosure_agreements });
    const values = await kept(customer, body.id);
    expect(JSON.parse(values[applicationVaultFields(body.id).answers] ?? '')).toMatchObject({
      disclosure_agreements: ['is_control_person', 'immediate_family_exposed'],
    });
  });

  it('is for those who are at least 18 on the day in New York', async () => {
    const customer = await newCustomer(instance);
    const [year = 0, month = 0, day = 0] = newYorkDay(instance.now()).split('-').map(Number);
    const born = (days: number) =>
      new Date(Date.UTC(year - 18, month - 1, day + days)).toISOString().slice(0, 10);
    const young = await apply(instance, customer, { ...application, dob: born(1) });
    expect([young.status, young.body.code, Object.keys(young.body.fields ?? {})]).toEqual([
      422,
      'TooYoung',
      ['dob'],
    ]);
    expect(await fieldsOf(instance, customer)).toEqual(['email']);
    expect((await apply(instance, customer, { ...application, dob: born(0) })).status).toBe(200);
  });

  it('is refused while another application is open, and leaves nothing behind', async () => {
    const customer = await newCustomer(instance);
    await apply(instance, customer);
    const before = await fieldsOf(instance, customer);
    const again = await apply(instance, customer, { ...application, ssn: '536-22-8727' });
    expect([again.status, again.body.code]).toEqual([422, 'TradingAccountExists']);
    expect(await fieldsOf(instance, customer)).toEqual(before);
    expect(await eventsOf(instance, customer)).toHaveLength(1);
  });

  it('is possible again after the broker refused', async () => {
    const customer = await newCustomer(instance);
    const { body } = await apply(instance, customer);
    await tell(instance, customer, {
      type: 'RecordApplicationRefused',
      applicationId: body.id,
      code: 'TAX_IDENTIFICATION',
    });
    const again = await apply(instance, customer, { ...application, ssn: '536-22-8727' });
    expect(again.status).toBe(200);
    expect((await accountOf(instance, customer)).application).toEqual({
      id: again.body.id,
      stage: 'requested',
    });
  });

  it('happens once, however often it is sent', async () => {
    const customer = await newCustomer(instance);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => apply(instance, customer, application, { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await eventsOf(instance, customer)).toHaveLength(1);
    expect(
      (await kept(customer, answers[0]?.body.id ?? ''))[
        applicationVaultFields(answers[0]?.body.id ?? '').ssn
      ],
    ).toBe('536228726');
  });

  it.each([
    ['another number', { ssn: '536-22-8727' }],
    ['another address', { street_address: '14 Tide Street' }],
  ])('is refused under the same key with %s', async (_what, other) => {
    const customer = await newCustomer(instance);
    const key = randomUUID();
    const { body } = await apply(instance, customer, application, { key });
    const reused = await apply(instance, customer, { ...application, ...other }, { key });
    expect([reused.status, reused.body.code]).toEqual([422, 'IdempotencyKeyReused']);
    const values = await kept(customer, body.id);
    expect(values[applicationVaultFields(body.id).ssn]).toBe('536228726');
  });

  it('does not bring back the SSN that was deleted when the broker accepted', async () => {
    const customer = await newCustomer(instance);
    const key = randomUUID();
    const { body } = await apply(instance, customer, application, { key });
    const { ssn, brokerAccountId } = applicationVaultFields(body.id);
    await instance.services.vault.replace(customer.id, [ssn], { [brokerAccountId]: { value: 'broker-1' } });
    await activate(instance, customer);
    const again = await apply(instance, customer, application, { key });
    expect([again.status, again.body.id]).toEqual([200, body.id]);
    expect(await kept(customer, body.id)).not.toHaveProperty([ssn]);
  });

  it('keeps the SSN for a week at most, and keeps the answers', async () => {
    const customer = await newCustomer(instance);
    const { body } = await apply(instance, customer);
    const fields = applicationVaultFields(body.id);
    const expiries = await expiriesOf(instance, customer);
    expect(Object.keys(expiries)).toEqual([fields.ssn]);
    expect(expiries[fields.ssn]).toBe(instance.now().getTime() + 7 * 86_400_000);
  });
});

it('the readiness page shows whether any personal data was kept past its time', async () => {
  await vi.waitFor(
    async () => {
      const answer = await fetch(new URL('/health/ready', instance.url));
      const { checks } = (await answer.json()) as { checks: Record<string, object> };
      expect(checks['personal data']).toEqual({
        ready: true,
        past_its_time: 0,
        found_past_its_time: 0,
        swept_at: expect.any(String),
      });
    },
    { timeout: 20_000 },
  );
});
