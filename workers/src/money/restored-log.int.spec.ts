import { idOfStream } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from './spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';

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

  it('is not sent again although the tables were restored as well, so that they know of nothing later', async () => {
    const first = await trial.work();
    const ann = await customer(trial);
    await first.close();
    const transferId = await ann.move('5.00', 'incoming', new Date(Date.now() - 120_000));
    const end = await trial.eventStore.head();
    if (!end) throw new Error('there is no log');
    const tables = ['read_store.checkpoint', 'money_book.money_person', 'money_book.money_entity'];
    for (const [index, table] of tables.entries())
      await trial.database.query(`CREATE TABLE public.copy_${index} AS SELECT * FROM ${table}`);
    const status = async () => (await trial.account(ann.id)).transfers.get(transferId)?.status;
    const second = await trial.work();
    await eventually(async () => expect(await status()).toBe('available'));
    await second.close();

    await trial.stack.restoreLog(end);
    for (const [index, table] of tables.entries()) {
      await trial.database.query(`DELETE FROM ${table}`);
      await trial.database.query(`INSERT INTO ${table} SELECT * FROM public.copy_${index}`);
    }
    await eventually(async () => expect(await status()).toBe('requested'));
    await trial.work();
    await eventually(async () => expect(await status()).toBe('available'));
    const [made, ...others] = await trial.held(ann.id);
    expect(others).toEqual([]);
    expect((await jobsOf()).filter((job) => job.includes(transferId) || job.includes(`${made?.id}`))).toEqual(
      [],
    );
  });
});
