import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

const hour = 3_600_000;

/** Somebody with two transfers at the broker: one has arrived, the other waits. Nothing but messages tells of them. */
const twoTransfers = async () => {
  const starter = await trial.work();
  const ann = await customer(trial);
  const settled = await ann.move('11.00');
  await eventually(async () =>
    expect((await trial.account(ann.id)).transfers.get(settled)?.status).toBe('available'),
  );
  await trial.admin('PATCH', '/times', { settlement: hour });
  const waiting = await ann.move('12.00');
  const { transfers } = await eventually(async () => {
    const account = await trial.account(ann.id);
    expect(account.transfers.get(waiting)?.brokerTransferId).toBeDefined();
    return account;
  });
  await starter.close();
  const listener = await trial.work({ reconcileEvery: hour, compareAllEvery: hour });
  await eventually(async () =>
    expect((await listener.check()).detail).toHaveProperty('fundingSince', expect.any(String)),
  );
  const idOf = (transferId: string) => transfers.get(transferId)?.brokerTransferId;
  return { ann, settled, waiting, idOf };
};

describe('why a transfer came to nothing', { timeout: patience }, () => {
  it('is read where the broker’s message does not say it', async () => {
    const { ann, settled, waiting, idOf } = await twoTransfers();
    await trial.fault({ kind: 'event-bare', path: '/v2/events/funding', times: 2 });
    await trial.admin('POST', `/transfers/${idOf(settled)}/return`, { reason: 'R02 Account Closed' });
    await trial.admin('POST', `/transfers/${idOf(waiting)}/cancel`, { reason: 'Not approved in time' });
    const told = async (type: string) =>
      (await trial.events(ann.id)).find((event) => event.type === type)?.data;
    await eventually(async () =>
      expect(await told('TransferReturned')).toEqual({ transferId: settled, reason: 'R02' }),
    );
    await eventually(async () =>
      expect(await told('TransferCanceled.v2')).toEqual({
        transferId: waiting,
        reason: 'not approved',
      }),
    );
    expect(await trial.admin('GET', '/faults')).toEqual({ 'event-bare': 2 });
  });
});
