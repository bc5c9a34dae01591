import { brokerWordsField } from '@groundswell/domain/money';
import { dumpOf, redisText, tracesIn } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from '../spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from '../spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

const hour = 3_600_000;

/** Someone with two transfers at the broker: one has arrived, the other is pending. Only messages report on them. */
const twoTransfers = async () => {
  await trial.admin('PATCH', '/times', { settlement: 0 });
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
  const listener = await trial.work({ reconcileEvery: hour, reconcileAllEvery: hour });
  await eventually(async () =>
    expect((await listener.check()).detail).toHaveProperty('fundingSince', expect.any(String)),
  );
  const idOf = (transferId: string) => transfers.get(transferId)?.brokerTransferId;
  return { ann, settled, waiting, idOf, listener };
};

describe('the reason a transfer failed', { timeout: patience }, () => {
  it('is read from the broker when its message does not say it', async () => {
    const { ann, settled, waiting, idOf, listener } = await twoTransfers();
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
    await listener.close();
  });

  it('is kept in the broker’s own words, whatever these are, in the vault and nowhere else', async () => {
    const secret = 'ADALOVELACE of account 000123456789';
    const words = `R10 ${secret} said no \u0000 \ud800 ${'x'.repeat(100_000)}`;
    const { ann, settled, waiting, idOf, listener } = await twoTransfers();
    await trial.admin('POST', `/transfers/${idOf(settled)}/return`, { reason: words });
    await trial.admin('POST', `/transfers/${idOf(waiting)}/cancel`, { reason: `Called off by ${secret}` });
    const statuses = async () =>
      [settled, waiting].map(async (id) => (await trial.account(ann.id)).transfers.get(id)?.status);
    await eventually(async () =>
      expect(await Promise.all(await statuses())).toEqual(['returned', 'canceled']),
    );
    const fields = [brokerWordsField('transfer', settled), brokerWordsField('transfer', waiting)] as const;
    const kept = await trial.vault.get(ann.id, fields);
    expect(kept[fields[0]]).toHaveLength(4_000);
    expect(kept[fields[0]]).toContain(`R10 ${secret} said no \u0000 \ufffd xxx`);
    expect(kept[fields[1]]).toBe(`Called off by ${secret}`);

    const log: unknown[] = [];
    for await (const { events } of trial.eventStore.readAll({})) log.push(events);
    const asText = (value: unknown) =>
      JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part));
    const rows = [...(await dumpOf(trial.stack.databaseUrl)).values()].flat();
    const everywhere = [asText(log), rows.join('\n'), await redisText(trial.stack.redisUrl), ...trial.said];
    expect(everywhere[0]).toContain('TransferReturned');
    expect(everywhere[2]).toContain('money');
    expect(everywhere.flatMap((text) => tracesIn(text, ['ADALOVELACE', '000123456789']))).toEqual([]);

    await listener.close();
    await trial.vault.erase(ann.id);
    expect(await trial.vault.get(ann.id, fields)).toEqual({});
  });
});
