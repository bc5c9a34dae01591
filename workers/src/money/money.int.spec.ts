import { applicationVaultFields, bankVaultFields } from '@groundswell/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber, customer, newPerson, routingNumber, ssn } from './spec-kit/person.js';
import { depositBySomebodyElse } from './spec-kit/somebody-else.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  await trial.work();
});
afterAll(() => trial.stop());

describe('money', { timeout: patience }, () => {
  it('is deposited, withdrawn and returned, from the first event to the last', async () => {
    const ann = newPerson(trial);
    const applicationId = await ann.apply();
    await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));
    const linkId = await ann.link();
    await eventually(async () => {
      expect((await trial.account(ann.id)).bankLinks.get(linkId)?.brokerStatus).toBe('APPROVED');
    });
    const deposit = await ann.move('250.00');
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(deposit)?.status).toBe('available');
    });
    const withdrawal = await ann.move('100.00', 'outgoing');
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(withdrawal)?.status).toBe('available');
    });
    expect((await trial.account(ann.id)).cash).toBe(15_000n);
    const made = (await trial.account(ann.id)).transfers.get(deposit)?.brokerTransferId;
    await trial.admin('POST', `/transfers/${made}/return`, { reason: 'R01 Insufficient Funds' });
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(deposit)?.status).toBe('returned');
    });
    expect((await trial.account(ann.id)).cash).toBe(-10_000n);
    expect((await trial.events(ann.id)).find(({ type }) => type === 'TransferReturned')?.data).toEqual({
      transferId: deposit,
      reason: 'R01',
    });
    expect(await trial.held(ann.id)).toHaveLength(2);

    const [application, bank] = [applicationVaultFields(applicationId), bankVaultFields(linkId)];
    const kept = await trial.vault.get(ann.id, [
      application.ssn,
      application.brokerAccountId,
      bank.accountNumber,
      bank.routingNumber,
      bank.relationshipId,
    ]);
    expect(Object.keys(kept).sort()).toEqual([application.brokerAccountId, bank.relationshipId].sort());
    for (const trace of trial.said) {
      for (const secret of [ssn, accountNumber, routingNumber, ann.email, 'Byron']) {
        expect(trace).not.toContain(secret);
      }
    }
  });

  it('is canceled while the broker allows it, also when its answer is lost', async () => {
    const ann = await customer(trial);
    await trial.admin('PATCH', '/times', { settlement: 3_600_000 });
    const early = await ann.move('20.00');
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(early)?.brokerTransferId).toBeDefined();
    });
    await trial.fault({ kind: 'commit-drop', method: 'DELETE' });
    await ann.ask({ type: 'CancelTransfer', transferId: early });
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(early)?.status).toBe('canceled');
    });
    expect((await trial.held(ann.id)).map(({ status }) => status)).toEqual(['CANCELED']);
    await trial.admin('PATCH', '/times', { settlement: 0 });
  });

  it('is held until the broker lets it be withdrawn', async () => {
    const ann = await customer(trial);
    await trial.admin('PATCH', '/times', { hold: 500 });
    const deposit = await ann.move('30.00');
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(deposit)?.settled).toBe(true);
    });
    await trial.admin('PATCH', '/times', { hold: 0 });
    await eventually(async () => {
      expect((await trial.account(ann.id)).transfers.get(deposit)?.status).toBe('available');
    });
    const settled = (await trial.events(ann.id)).find(({ type }) => type === 'TransferSettled');
    const held = await trial.held(ann.id);
    expect(settled?.data).toEqual({
      transferId: deposit,
      heldUntil: (held[0] as { hold_until?: string } | undefined)?.hold_until,
    });
  });

  it('is refused with words that say what to do, and secrets go with the refusal', async () => {
    const ann = newPerson(trial);
    const refused = await ann.apply({ street_address: 'P.O. Box 12' });
    const endOf = async (type: string) =>
      (await trial.events(ann.id)).findLast((event) => event.type === type);
    await eventually(async () => {
      expect((await endOf('ApplicationRefused'))?.data).toEqual({
        applicationId: refused,
        code: 'StreetAddressRefused',
      });
    });
    const { ssn: number } = applicationVaultFields(refused);
    expect(await trial.vault.get(ann.id, [number])).toEqual({});
    await ann.apply();
    await eventually(async () => expect((await trial.account(ann.id)).brokerStatus).toBe('ACTIVE'));

    const bad = await ann.link({ routing: '123456789' });
    await eventually(async () => {
      expect((await endOf('BankLinkRefused'))?.data).toEqual({
        bankLinkId: bad,
        code: 'RoutingNumberRefused',
      });
    });
    expect(await trial.vault.get(ann.id, [bankVaultFields(bad).accountNumber])).toEqual({});
    const link = await ann.link();
    await eventually(async () => {
      expect((await trial.account(ann.id)).bankLinks.get(link)?.brokerStatus).toBe('APPROVED');
    });

    const { brokerAccountId } = await trial.account(ann.id);
    await trial.admin('PATCH', `/accounts/${brokerAccountId}`, { incoming_transfers_blocked: true });
    const transferId = await ann.move('40.00');
    await eventually(async () => {
      expect((await endOf('TransferRefused'))?.data).toEqual({ transferId, code: 'DepositsBlocked' });
    });
    expect(await trial.held(ann.id)).toEqual([]);
  });

  it('never reaches an account that another person opened under the same address', async () => {
    const ann = await customer(trial);
    const eve = newPerson(trial);
    await eve.apply({ email: ann.email });
    await eventually(async () => {
      expect((await trial.events(eve.id)).at(-1)).toMatchObject({
        type: 'ApplicationRefused',
        data: { code: 'EmailTaken' },
      });
    });
    expect((await trial.account(eve.id)).brokerAccountId).toBeUndefined();
  });

  it('is compared with the broker: what was not requested here shows as a difference, until it is gone', async () => {
    const ann = await customer(trial);
    const id = await depositBySomebodyElse(trial, ann.id, '7.00');
    await eventually(async () => {
      expect((await trial.account(ann.id)).difference).toEqual({ brokerCash: '7.00', ledgerCash: '0.00' });
    });
    await trial.admin('POST', `/transfers/${id}/return`, { reason: 'R01 Insufficient Funds' });
    await eventually(async () => expect((await trial.account(ann.id)).difference).toBeUndefined());
    const types = (await trial.events(ann.id)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('CashDifference'))).toEqual([
      'CashDifferenceFound',
      'CashDifferenceResolved',
    ]);
  });
});
