import { applicationVaultFields, bankVaultFields } from '@groundswell/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber, customer, newPerson, routingNumber, ssn } from './spec-kit/person.js';
import { eventually, startTrial, type Trial } from './spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  await trial.work();
});
afterAll(() => trial.stop());

describe('money', () => {
  it('comes in, goes out, and comes back, from the first word to the last', async () => {
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
      reason: 'R01 Insufficient Funds',
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
});
void customer;
