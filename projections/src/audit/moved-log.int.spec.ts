import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { makeCheckpoint } from '../checkpoints/make-checkpoint.js';
import { beginSeries } from '../checkpoints/signed-store.js';
import { signingKeyOfFile } from '../checkpoints/signing-key.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { createTrend } from '../specification/trends.js';
import {
  type ChainedLog,
  describe,
  headOf,
  it,
  ofVersion1,
  startChainedLog,
} from './spec-kit/chained-log.js';
import type { Verification } from './verify-log.js';

vi.setConfig({ testTimeout: 60_000 });

const directory = mkdtempSync(join(tmpdir(), 'key-'));
const signer = { key: signingKeyOfFile(join(directory, 'key')), before: undefined };
let instance: ChainedLog;
let copied: readonly NamedCheckpoint[];
beforeAll(async () => {
  instance = await startChainedLog();
  copied = await instance.checkpoints();
}, 60_000);
afterAll(async () => {
  await instance.stop();
  rmSync(directory, { recursive: true });
});
// The store reads the log again when the next test moves it.
afterEach(() => instance.restore());

/** Moves a row to a free position. */
const move = (from: number, to: number) => `UPDATE event SET position = ${to} WHERE position = ${from};`;
const faults = ({ faults: found }: Verification) =>
  found.map((fault) => [fault.kind, fault.position, 'recordedAt' in fault ? fault.recordedAt : null]);

/** Other positions and times, as another store gives them; events of version 1 keep theirs, from position 2 on. */
const moveToAnotherStore = async (to = '1000 + 7 * position') => {
  await instance.log.query(
    `UPDATE event SET position = -(${to}), created = now() WHERE position > ${ofVersion1 + 1};
     UPDATE event SET position = -position WHERE position < 0`,
  );
  await instance.restartStore();
  return headOf(instance.database);
};
/** Where an event is after the move. */
const moved = (position: number): string => (1000 + 7 * position).toString();

/** What the chain says, without where the events are. */
const chained = async () => {
  const { count, chain, root, concepts, previous } = await headOf(instance.database);
  return { count, chain, root, concepts, previous };
};

/** What may have happened to a log on the way. */
const dishonest = [
  ['altered', () => instance.flip('data', Number(moved(300)))],
  ['left out', () => instance.log.query(`DELETE FROM event WHERE position = ${moved(300)}`)],
  [
    'put in',
    () =>
      instance.log.query(`INSERT INTO event
        SELECT ${moved(300)} + 1, stream, 999, gen_random_uuid(), type, json, created, data, metadata FROM kept WHERE position = 300`),
  ],
  [
    'swapped',
    () =>
      instance.log.query(
        move(Number(moved(300)), 99_999) +
          move(Number(moved(310)), Number(moved(300))) +
          move(99_999, Number(moved(310))),
      ),
  ],
  ['cut off', () => instance.log.query(`DELETE FROM event WHERE position > ${moved(360)}`)],
] as const;

describe('a log that was moved to another store', () => {
  it('is what was recorded, with every checkpoint', async () => {
    const head = await moveToAnotherStore();
    expect(await instance.verify([...copied, head])).toMatchObject({
      intact: true,
      record: [],
      newer: 0,
      checkpoints: { matching: 2, mismatches: [] },
      copied: { matching: 3, mismatches: [] },
    });
  });

  it('may go on: what the chain does not have yet is no fault', async () => {
    await moveToAnotherStore();
    await instance.log.query(`INSERT INTO event SELECT 9000, 'concept-new', 0, gen_random_uuid(), type, json, now(), data, metadata
      FROM kept WHERE position = 300`);
    expect(await instance.verify()).toMatchObject({ intact: true, newer: 1 });
  });

  it('is detected by an event that was altered on the way', async () => {
    const head = await moveToAnotherStore();
    await instance.flip('data', Number(moved(300)));
    const found = await instance.verify([head]);
    expect(found).toMatchObject({ verdict: 'log changed', copied: { mismatches: [{ position: '367' }] } });
    expect(faults(found)).toEqual([['altered', moved(300), null]]);
  });

  it('is detected by an event that was left out on the way', async () => {
    const head = await moveToAnotherStore();
    await instance.log.query(`DELETE FROM event WHERE position = ${moved(300)}`);
    const found = await instance.verify([head]);
    expect(found).toMatchObject({ verdict: 'log changed', copied: { mismatches: [{ position: '367' }] } });
    const kinds = faults(found).filter(([kind]) => kind !== 'reordered');
    expect(kinds).toEqual([['removed', moved(301), null]]);
  });

  it('is detected by an event that was put in on the way', async () => {
    const head = await moveToAnotherStore();
    await instance.log.query(`INSERT INTO event
      SELECT ${moved(300)} + 1, stream, 999, gen_random_uuid(), type, json, created, data, metadata FROM kept WHERE position = 300`);
    const found = await instance.verify([head]);
    expect(found).toMatchObject({ verdict: 'log changed', copied: { mismatches: [{ position: '367' }] } });
    const kinds = faults(found).filter(([kind]) => kind !== 'reordered');
    expect(kinds).toEqual([['inserted', (Number(moved(300)) + 1).toString(), null]]);
  });

  it('is detected by two events that changed places on the way', async () => {
    await moveToAnotherStore();
    await instance.log.query(
      move(Number(moved(300)), 99_999) +
        move(Number(moved(310)), Number(moved(300))) +
        move(99_999, Number(moved(310))),
    );
    expect(faults(await instance.verify())).toEqual([
      ['reordered', moved(300), '310'],
      ['reordered', moved(310), '300'],
    ]);
  });

  it('is detected when its end was cut off on the way', async () => {
    const head = await moveToAnotherStore();
    await instance.log.query(`DELETE FROM event WHERE position > ${moved(360)}`);
    await instance.restartStore();
    const found = await instance.verify([head]);
    expect(found.faults).toEqual([{ kind: 'truncated', position: '361', missing: 7, endsAt: moved(360) }]);
    expect(found.copied?.mismatches).toMatchObject([{ position: '367', why: 'the log ends before it' }]);
  });
});

describe('the chain of a log that was moved to another store', () => {
  afterEach(async () => {
    await instance.restore();
    await instance.restartStore();
    await instance.chainAnew();
    await instance.database.query('DELETE FROM read_store.aside');
    // What was signed is of a log that has gone on.
    const decision = { by: 'ops-1', reason: 'the next test has the log of before' };
    await instance.database.transaction((sql) => beginSeries(sql, decision));
  });

  it.each([
    ['others', '1000 + 7 * position'],
    ['those of the events before them', 'position + 1'],
  ])(
    'goes on after `replay logChain`, where positions are %s, and with it the signed checkpoints',
    async (_, to) => {
      const { database, eventStore } = instance;
      const log = (await eventStore.identity()) ?? '';
      const sign = () =>
        makeCheckpoint(database, database, signer, {
          log,
          now: new Date(),
          cadence: { events: 1, milliseconds: 1 },
        });
      const signed = await sign();
      const before = await chained();
      await moveToAnotherStore(to);
      const { code, out } = await instance.ops('replay', 'logChain');
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /Swapped in: .+\nThe previous logChain is set aside: the log was moved to another store/,
        ),
      ]);
      expect(await chained()).toEqual(before);
      const removal = async () =>
        /logChain was set aside on .+ Once you have a copy of it: (DROP SCHEMA "log_chain__aside_\w+" CASCADE)/.exec(
          (await instance.ops('status')).out,
        )?.[1];
      await database.query((await removal()) ?? 'not told');
      expect(await removal()).toBeUndefined();
      await createTrend(eventStore, 'After');
      await instance.chain();
      expect((await chained()).count).toBe(before.count + 1);
      expect(await instance.verify(signed && [signed])).toMatchObject({
        intact: true,
        newer: 0,
        copied: { matching: 1, mismatches: [] },
      });
      expect(await sign()).toMatchObject({ count: before.count + 1, previous: signed?.hash });
    },
  );

  it.each(dishonest)('is not replaced where an event was %s on the way', async (_, change) => {
    const before = await chained();
    await moveToAnotherStore();
    await change();
    await instance.restartStore();
    const { code, out } = await instance.ops('replay', 'logChain');
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('logChain was not replaced: the log does not lead to all of it.'),
    ]);
    expect(await chained()).toEqual(before);
  });
});
