import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { applicationDraftField } from '@groundswell/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  accountOf,
  activate,
  application,
  apply,
  type Customer,
  expiriesOf,
  fieldsOf,
  newCustomer,
  tell,
} from '../spec-kit/money.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

describe('the draft of an application', () => {
  const save = ({ token }: Customer, draft: object) =>
    instance.ask(calls.saveApplicationDraft, draft, { token });
  const read = ({ token }: Customer) => instance.ask(calls.getApplicationDraft, undefined, { token });
  const draft = { first_name: 'Ada', dob: '19', disclosure_agreements: ['is_control_person'] };

  it('is kept as it was typed, for its owner alone', async () => {
    const [customer, other] = [await newCustomer(instance), await newCustomer(instance)];
    expect((await read(customer)).body).toEqual({ draft: null, sent: null });
    expect((await save(customer, draft)).status).toBe(200);
    expect((await read(customer)).body).toEqual({ draft, sent: null });
    expect((await save(customer, { ...draft, city: 'Portland' })).status).toBe(200);
    expect((await read(customer)).body).toEqual({ draft: { ...draft, city: 'Portland' }, sent: null });
    expect((await read(other)).body).toEqual({ draft: null, sent: null });
  });

  it('never holds the Social Security number', async () => {
    const customer = await newCustomer(instance);
    const { status, body } = await save(customer, { ...draft, ssn: '536-22-8726' });
    expect([status, body.code]).toEqual([400, 'InvalidRequest']);
    expect(await fieldsOf(instance, customer)).not.toContain(applicationDraftField);
  });

  const sentBy = async (customer: Customer) => (await read(customer)).body.sent;
  const waiting = async (customer: Customer): Promise<string> =>
    (await accountOf(instance, customer)).application?.id ?? '';

  it('is deleted once the application was sent, and stays when Groundswell refused it', async () => {
    const customer = await newCustomer(instance);
    await save(customer, draft);
    await apply(instance, customer, { ...application, dob: '2020-01-01' });
    expect((await read(customer)).body).toEqual({ draft, sent: null });
    await apply(instance, customer);
    expect((await read(customer)).body.draft).toBeNull();
  });

  it('is not kept when it arrives after the application, or at the same moment', async () => {
    const customer = await newCustomer(instance);
    await apply(instance, customer);
    const { status, body } = await save(customer, draft);
    expect([status, body.code]).toEqual([422, 'TradingAccountExists']);
    expect((await read(customer)).body.draft).toBeNull();
    for (let round = 0; round < 10; round += 1) {
      const quick = await newCustomer(instance);
      await Promise.all([apply(instance, quick), save(quick, draft), save(quick, draft)]);
      expect(await fieldsOf(instance, quick)).not.toContain(applicationDraftField);
    }
  });

  it('is replaced by what was sent, without the SSN, while the broker may ask for more', async () => {
    const customer = await newCustomer(instance);
    await apply(instance, customer, { ...application, disclosure_agreements: ['is_control_person'] });
    const applicationId = await waiting(customer);
    await tell(
      instance,
      customer,
      { type: 'StartApplicationSubmission', applicationId },
      { type: 'RecordApplicationRefused', applicationId, code: 'EmailTaken' },
    );
    const { ssn: _ssn, agreement: _agreed, ...answers } = application;
    expect((await save(customer, draft)).status).toBe(200);
    expect(await sentBy(customer)).toEqual({
      ...answers,
      email: expect.stringMatching(/^ada@example.com$/i),
      phone: expect.stringContaining('555'),
      disclosure_agreements: ['is_control_person'],
    });

    await apply(instance, customer, { ...application, city: 'Bangor' }, { key: randomUUID() });
    expect(await sentBy(customer)).toMatchObject({ city: 'Bangor', disclosure_agreements: [] });
    await activate(instance, customer);
    expect(await sentBy(customer)).toBeNull();
  });

  it('is deleted after thirty days', async () => {
    const customer = await newCustomer(instance);
    await save(customer, draft);
    const { [applicationDraftField]: expiry = 0 } = await expiriesOf(instance, customer);
    expect(expiry - instance.now().getTime()).toBe(30 * 86_400_000);
  });
});
