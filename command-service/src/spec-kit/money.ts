import { randomUUID } from 'node:crypto';
import {
  calls,
  headers,
  isRefusal,
  type ProvenPath,
  streamOf,
  type TradingAccountEvent,
} from '@groundswell/contracts';
import { decide, evolve, initialState, type TradingAccountCommand } from '@groundswell/domain/money';
import { dispatch, load } from '@groundswell/platform/event-store';
import { cause, type Instance } from './instance.js';

const folding = { initialState, evolve };

/** A signed-in person, and what happens to their trading account. */
export interface Customer {
  readonly id: string;
  readonly token: string;
}

export const application = {
  first_name: 'Ada',
  last_name: 'Okafor',
  email: 'Ada@Example.com',
  phone: '(555) 666-7788',
  street_address: '12 Tide Street',
  city: 'Portland',
  state: 'ME',
  zip_code: '04101',
  dob: '1990-02-28',
  ssn: '536-22-8726',
  employment_status: 'employed',
  funding_source: 'employment_income',
  disclosure_agreements: [],
  agreement: 'agree',
};
export const bank = {
  account_owner_name: 'Ada Okafor',
  bank_account_number: '000123456789',
  bank_routing_number: '121000358',
  bank_account_type: 'checking',
};

/** Without a password: hashing one takes longer than everything else. */
export const newCustomer = async (instance: Instance): Promise<Customer> => {
  const { accounts, signIn } = instance.services;
  const id = await accounts.register(`${randomUUID()}@example.com`, 'operator', cause);
  const session = await signIn.open(id, 'A browser', async () => true);
  if (!('access' in session)) throw new Error(`signing in was refused: ${session.refused}`);
  return { id, token: session.access };
};

export const eventsOf = async (instance: Instance, { id }: Pick<Customer, 'id'>) =>
  (await instance.services.eventStore.readStream<TradingAccountEvent>(streamOf('tradingAccount', id))).events;

export const accountOf = async (instance: Instance, { id }: Pick<Customer, 'id'>) =>
  (await load(instance.services.eventStore, streamOf('tradingAccount', id), folding)).state;

/** Applies commands the workers would send for the broker. */
export const tell = async (
  instance: Instance,
  { id }: Pick<Customer, 'id'>,
  ...commands: readonly TradingAccountCommand[]
): Promise<void> => {
  for (const command of commands) {
    const done = await dispatch(instance.services.eventStore, {
      stream: streamOf('tradingAccount', id),
      folding,
      decide: (account) => decide(command, account),
      context: {
        commandId: randomUUID(),
        actor: { id: 'spec', role: 'system' },
        correlationId: 'spec',
        occurredAt: new Date().toISOString(),
      },
    });
    if (isRefusal(done)) throw new Error(`${command.type} was refused: ${done.refused}`);
  }
};

/** The broker accepts the waiting application and opens the account. */
export const activate = async (instance: Instance, customer: Pick<Customer, 'id'>): Promise<void> => {
  const { application: waiting } = await accountOf(instance, customer);
  if (!waiting) throw new Error('there is no application');
  await tell(
    instance,
    customer,
    { type: 'StartApplicationSubmission', applicationId: waiting.id },
    {
      type: 'RecordApplicationAccepted',
      applicationId: waiting.id,
      brokerAccountId: randomUUID(),
      status: 'ACTIVE',
      reportedAt: '2026-03-02T15:00:00Z',
    },
  );
};

/** The broker accepts a bank link and approves it. */
const approve = (instance: Instance, customer: Customer, bankLinkId: string): Promise<void> =>
  tell(
    instance,
    customer,
    { type: 'StartBankLinkSubmission', bankLinkId },
    { type: 'RecordBankLinkAccepted', bankLinkId, relationshipId: randomUUID(), status: 'APPROVED' },
  );

/** The broker accepts a transfer and completes it. */
export const settle = (
  instance: Instance,
  customer: Pick<Customer, 'id'>,
  transferId: string,
): Promise<void> =>
  tell(
    instance,
    customer,
    { type: 'StartTransferSubmission', transferId, attempt: 1 },
    { type: 'RecordTransferAccepted', transferId, brokerTransferId: randomUUID(), status: 'QUEUED' },
    { type: 'ReportTransferStatus', transferId, status: 'COMPLETE', reason: null, heldUntil: null },
  );

export const customerWithAccount = async (instance: Instance): Promise<Customer> => {
  const customer = await newCustomer(instance);
  await instance.ask(calls.createAlpacaAccount, application, { token: customer.token });
  await activate(instance, customer);
  return customer;
};

/** A person with an active account and an approved bank link. */
export const customerWithBank = async (
  instance: Instance,
): Promise<{ readonly customer: Customer; readonly link: string }> => {
  const customer = await customerWithAccount(instance);
  const { body } = await instance.ask(calls.createAchMethod, bank, { token: customer.token });
  await approve(instance, customer, body.id);
  return { customer, link: body.id };
};

/** Headers of a person who has proven their identity for a call. */
export const provenFor = async (instance: Instance, { id, token }: Customer, path: ProvenPath) => {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const proof = await instance.services.identityProofs.issue({ userId: id, sessionId: sid, path });
  return { [headers.identityProof]: proof };
};

/** Milliseconds until mid-morning in New York, so that no trading day ends while the specs run. */
export const untilMorning = (): number => {
  const sinceMidnight = Date.now() % 86_400_000;
  return (15 * 3_600_000 - sinceMidnight + 86_400_000) % 86_400_000;
};

/** Sends an application for a trading account. */
export const apply = (
  instance: Instance,
  { token }: Customer,
  body: Readonly<Record<string, unknown>> = application,
  options: { key?: string; headers?: Record<string, string> } = {},
): ReturnType<Instance['ask']> => instance.ask(calls.createAlpacaAccount, body, { token, ...options });

/** Names of a person's fields in the vault. */
export const fieldsOf = async (instance: Instance, { id }: Customer): Promise<string[]> => {
  const rows = await instance.services.database.query<{ field: string }>(
    'SELECT field FROM vault.personal_value WHERE person_id = $1 ORDER BY field',
    [id],
  );
  return rows.map(({ field }) => field);
};

/** Expiry times of a person's fields that expire, in milliseconds since 1970. */
export const expiriesOf = async (instance: Instance, { id }: Customer): Promise<Record<string, number>> => {
  const rows = await instance.services.database.query<{ field: string; expires_at: Date }>(
    'SELECT field, expires_at FROM vault.personal_value WHERE person_id = $1 AND expires_at IS NOT NULL',
    [id],
  );
  return Object.fromEntries(rows.map(({ field, expires_at }) => [field, expires_at.getTime()]));
};
