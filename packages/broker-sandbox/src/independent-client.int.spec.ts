import { fileURLToPath } from 'node:url';
import { type StartedPart, startPart } from '@groundswell/testing';
import { ACHRelationshipData, AlpacaApi, HttpError, TransferData } from '@investingwolf/alpaca-broker-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application, bankAccount } from './trial/application.js';

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let sandbox: StartedPart;
let alpaca: AlpacaApi;

beforeAll(async () => {
  sandbox = await startPart(entry, { ALPACA_KEY_ID: 'key', ALPACA_SECRET_KEY: 'secret' });
  const basePath = `http://127.0.0.1:${sandbox.port}/v1`;
  alpaca = new AlpacaApi({ apiKey: 'key', apiSecret: 'secret', basePath });
});
afterAll(() => sandbox.stop());

const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
  }
};

const statusCodeOf = async (call: Promise<unknown>): Promise<number | undefined> => {
  const fault: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return fault instanceof HttpError ? fault.statusCode : undefined;
};

describe('a client written by someone else from the documentation', () => {
  it('opens an account, links a bank, moves money, and is refused as it expects', async () => {
    // Its types have times as dates and choices as enumerations; what it sends is the same.
    const wanted = application() as unknown as Parameters<typeof alpaca.accounts.postAccount>[0];
    const { body: account } = await alpaca.accounts.postAccount(wanted);
    const id = String(account.id);
    await until(
      async () => (await alpaca.accounts.getAccount(id)).body,
      ({ status }) => String(status) === 'ACTIVE',
    );

    const bank = Object.assign(new ACHRelationshipData(), bankAccount());
    const { body: link } = await alpaca.funding.postAchRelationship(id, bank);
    expect(await statusCodeOf(alpaca.funding.postAchRelationship(id, bank))).toBe(409);
    await until(
      async () => (await alpaca.funding.getAchRelationships(id)).body,
      ([first]) => String(first?.status) === 'APPROVED',
    );

    const transfer = Object.assign(new TransferData(), {
      transfer_type: TransferData.TransferTypeEnum.Ach,
      timing: TransferData.TimingEnum.Immediate,
      relationship_id: String(link.id),
      amount: '250.00',
      direction: TransferData.DirectionEnum.Incoming,
    });
    const { body: made } = await alpaca.funding.postTransfer(id, transfer);
    await until(
      async () => (await alpaca.funding.getTransfers(id, 'INCOMING')).body,
      ([first]) => first?.id === made.id && String(first?.status) === 'COMPLETE',
    );
    expect(await statusCodeOf(alpaca.funding.postTransfer(id, transfer))).toBe(422);
    const { body: trading } = await alpaca.accounts.getTradingAccount(id);
    expect(trading.cash).toBe('250');
    expect(await statusCodeOf(alpaca.accounts.getAccount('61e69015-8549-4bfd-b9c3-01e75843f47d'))).toBe(401);
  });
});
