import { idOfStream } from '@groundswell/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readJob } from '../shared/jobs.js';
import { openAccountDesk } from './account-desk.js';
import { reconcileWithBroker } from './reconciliation/reconcile.js';
import { openSecondLook } from './reconciliation/second-look.js';
import { customer, type Person } from './spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';
import type { RunningMoney } from './start-money.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

/** What became of parked jobs, in order. */
const jobsOf = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { events } of trial.eventStore.readAll({ categories: ['job'] })) {
    found.push(...events.map(({ type, stream }) => `${type} ${idOfStream(stream)}`));
  }
  return found;
};

describe('money after an older log was restored', { timeout: patience }, () => {
  it('is not sent again, although the log has lost the fact; later requests are sent', async () => {
    const first = await trial.work();
    const ann = await customer(trial);
    await first.close();
    const kept = [await ann.move('5.00'), await ann.move('5.00'), await ann.move('6.00')];
    const end = await trial.eventStore.head();
    if (!end) throw new Error('there is no log');
    const settled = (transferIds: readonly string[]) =>
      eventually(async () => {
        const { transfers } = await trial.account(ann.id);
        expect(transferIds.map((id) => transfers.get(id)?.status)).toEqual(
          transferIds.map(() => 'available'),
        );
      });
    const second = await trial.work();
    const lost = await ann.move('8.00');
    await settled([...kept, lost]);
    expect(await trial.held(ann.id)).toHaveLength(4);

    await trial.stack.restoreLog(end);
    await eventually(async () => expect((await trial.account(ann.id)).transfers.size).toBe(3));
    await settled(kept);
    await eventually(async () => expect((await second.check()).ready).toBe(true));
    const after = await ann.move('7.00');
    await settled([after]);
    const held = await trial.held(ann.id);
    expect(held.map(({ amount }) => Number(amount)).sort()).toEqual([5, 5, 6, 7, 8]);
    // Operators are asked about what the log lost permanently, and not about what was looked for and found.
    const forgotten = held.find(({ amount }) => Number(amount) === 8)?.id;
    await eventually(async () => expect(await jobsOf()).toEqual([`JobParked explain-transfer.${forgotten}`]));
    await second.close();
  });

  describe('with the tables', () => {
    const tables = ['read_store.checkpoint', 'money_book.money_person', 'money_book.money_entity'];
    let running: RunningMoney;
    beforeEach(async () => {
      running = await trial.work();
    });
    afterEach(async () => {
      await running.close();
      for (const index of tables.keys()) await trial.database.query(`DROP TABLE public.copy_${index}`);
    });

    /** Copies log and tables while a transfer waits, and has a worker send it after that. */
    const sentSince = async (amount: string, before: (ann: Person) => Promise<void> = async () => {}) => {
      const ann = await customer(trial);
      await running.close();
      await before(ann);
      const transferId = await ann.move(amount, 'incoming', new Date(Date.now() - 120_000));
      const end = await trial.eventStore.head();
      if (!end) throw new Error('there is no log');
      for (const [index, table] of tables.entries())
        await trial.database.query(`CREATE TABLE public.copy_${index} AS SELECT * FROM ${table}`);
      const status = async () => (await trial.account(ann.id)).transfers.get(transferId)?.status;
      running = await trial.work();
      const restore = async (): Promise<void> => {
        await running.close();
        await trial.stack.restoreLog(end);
        for (const [index, table] of tables.entries()) {
          await trial.database.query(`DELETE FROM ${table}`);
          await trial.database.query(`INSERT INTO ${table} SELECT * FROM public.copy_${index}`);
        }
        await eventually(async () => expect(await status()).toBe('requested'));
      };
      return { ann, transferId, status, restore };
    };

    it('is not sent again although the tables were restored as well, so that they know of nothing later', async () => {
      const { ann, transferId, status, restore } = await sentSince('5.00');
      await eventually(async () => expect(await status()).toBe('available'));
      await restore();
      running = await trial.work();
      await eventually(async () => expect(await status()).toBe('available'));
      const [made, ...others] = await trial.held(ann.id);
      expect(others).toEqual([]);
      expect(
        (await jobsOf()).filter((job) => job.includes(transferId) || job.includes(`${made?.id}`)),
      ).toEqual([]);
    });

    it('is not sent again if one of that amount was ended before: what the broker shows is of the one that waits', async () => {
      const desk = openAccountDesk(trial.eventStore, () => new Date());
      let ended = '';
      const { ann, transferId, status, restore } = await sentSince('5.75', async ({ id, move }) => {
        ended = await move('5.75', 'incoming', new Date(Date.now() - 180_000));
        const about = { transferId: ended, attempt: 1 };
        await desk.tell(id, { type: 'StartTransferSubmission', ...about });
        await desk.tell(id, { type: 'RecordTransferUnknown', ...about });
        await desk.tell(id, { type: 'ResolveTransferNotMade', ...about });
      });
      await eventually(async () => expect(await status()).toBe('available'));
      await restore();
      // The comparison comes first: where the two meet, nothing decides which does.
      const looks = { missing: openSecondLook(), cash: openSecondLook() };
      const { signal } = new AbortController();
      for (let look = 0; look < 2; look += 1)
        await reconcileWithBroker(trial.dependencies, desk, looks, ann.id, signal);
      running = await trial.work();
      await eventually(async () => expect(await status()).toBe('available'));
      expect(await trial.held(ann.id)).toHaveLength(1);
      const { transfers } = await trial.account(ann.id);
      expect([transfers.get(ended)?.status, transfers.get(transferId)?.status]).toEqual([
        'refused',
        'available',
      ]);
    });

    it('is reported to operators if its owner cancels it before a worker has looked', async () => {
      const { ann, transferId, status, restore } = await sentSince('5.25');
      await eventually(async () => expect(await status()).toBe('available'));
      await restore();
      await ann.ask({ type: 'CancelTransfer', transferId });
      running = await trial.work();
      const [made, ...others] = await trial.held(ann.id);
      expect(others).toEqual([]);
      await eventually(async () =>
        expect(await jobsOf()).toContain(`JobParked explain-transfer.${made?.id}`),
      );
      expect(await status()).toBe('canceled');
    });

    it('is not sent again if it has ended without money since then: an operator is asked about it', async () => {
      await trial.admin('PATCH', '/times', { settlement: 3_600_000 });
      const { ann, transferId, status, restore } = await sentSince('5.50');
      const rows = () => trial.held(ann.id);
      await eventually(async () => expect(await rows()).toHaveLength(1));
      const [made] = await rows();
      await trial.admin('POST', `/transfers/${made?.id}/cancel`, { reason: 'no funds' });
      await eventually(async () => expect(await status()).toBe('canceled'));
      await restore();
      running = await trial.work({ timeout: 300, doubt: 100 });
      const jobId = `submit-transfer.${transferId}`;
      await eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state).toBe('parked'));
      expect((await readJob(trial.eventStore, jobId))?.reason).toContain(`It shows ${made?.id} as CANCELED`);
      expect(await rows()).toHaveLength(1);
      // Once operators have answered for it, it keeps no other one of that amount from being sent.
      // By a clock that is ahead, so that it is looked for: one that was requested before the broker made that may have made it.
      const waiting = await ann.move('5.50', 'incoming', new Date(Date.now() + 120_000));
      const desk = openAccountDesk(trial.eventStore, () => new Date());
      await desk.tell(ann.id, { type: 'ResolveTransferNotMade', transferId, attempt: 1 });
      await eventually(async () => expect(await rows()).toHaveLength(2));
      const sent = async () => (await trial.account(ann.id)).transfers.get(waiting)?.brokerTransferId;
      await eventually(async () => expect((await rows()).map(({ id }) => id)).toContain(await sent()));
      expect(await readJob(trial.eventStore, `submit-transfer.${waiting}`)).toBeUndefined();
    });
  });
});
