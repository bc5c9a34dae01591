import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@groundswell/platform';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { checkpointFileName } from '../checkpoint-file/checkpoint-file.js';
import { keepCheckpoints } from '../checkpoint-file/keep-checkpoints.js';
import { signingKeyOfFile } from '../checkpoints/signing-key.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { parseCopy } from './copied-checkpoints.js';
import { type ChainedLog, describe, it, startChainedLog } from './spec-kit/chained-log.js';
import type { Verification } from './verify-log.js';

const patiently = { timeout: 25_000, interval: 25 };
let instance: ChainedLog;
let copied: readonly NamedCheckpoint[];
beforeAll(async () => {
  instance = await startChainedLog();
  copied = await instance.checkpoints();
}, 60_000);
afterAll(() => instance.stop());
afterEach(() => instance.restore());

/** Moves a row to a free position. */
const move = (from: number, to: number) => `UPDATE event SET position = ${to} WHERE position = ${from};`;
/** Moves all rows from a position on, up or down by one. */
const shift = (from: number, by: 1 | -1) =>
  `UPDATE event SET position = -(position + ${by}) WHERE position >= ${from}; UPDATE event SET position = -position WHERE position < 0;`;

const faults = ({ faults: found }: Verification) =>
  found.map((fault) => [fault.kind, fault.position, 'recordedAt' in fault ? fault.recordedAt : null]);

describe('an unchanged log', () => {
  it('matches what was recorded, with every checkpoint', async () => {
    expect(await instance.verify(copied)).toMatchObject({
      intact: true,
      events: 366,
      faults: [],
      record: [],
      newer: 0,
      checkpoints: { matching: 2, mismatches: [] },
      copied: { matching: 2, mismatches: [] },
    });
    expect(copied.map(({ position }) => position)).toEqual(['240', '120']);
  });

  it('may grow: events that the chain does not have yet are no fault', async () => {
    await instance.log.query(`INSERT INTO event SELECT 900, 'concept-new', 0, gen_random_uuid(), type, json, now(), data, metadata
      FROM kept WHERE position = 300`);
    expect(await instance.verify()).toMatchObject({ intact: true, newer: 1 });
  });
});

describe('a log that was changed in its database', () => {
  it.each(['data', 'metadata'] as const)('is detected by one flipped bit of %s', async (column) => {
    await instance.flip(column, 77);
    const found = await instance.verify(copied);
    expect(faults(found)).toEqual([['altered', '77', null]]);
    const [place] = await instance.log.query(
      'SELECT stream, revision::text, type, id FROM event WHERE position = 77',
    );
    expect(found.faults[0]).toMatchObject(place ?? {});
    expect(found.copied?.mismatches.map(({ why }) => why)).toEqual([
      'events were altered or reordered',
      'events were altered or reordered',
    ]);
  });

  it('is detected when its JSON is broken, its type unknown, or its id changed', async () => {
    await instance.log.query(`UPDATE event SET data = '{' WHERE position = 30; UPDATE event SET type = 'Xoncept' WHERE position = 40;
      UPDATE event SET id = gen_random_uuid() WHERE position = 50`);
    expect(faults(await instance.verify())).toEqual([
      ['altered', '30', null],
      ['altered', '40', null],
      ['altered', '50', null],
    ]);
  });

  it('is detected when two events changed places', async () => {
    await instance.log.query(move(100, 9_999) + move(200, 100) + move(9_999, 200));
    expect(faults(await instance.verify())).toEqual([
      ['reordered', '100', '200'],
      ['reordered', '200', '100'],
    ]);
  });

  it('is detected when the contents of two events changed places', async () => {
    await instance.log.query(`UPDATE event SET data = kept.data FROM kept
      WHERE (event.position, kept.position) IN ((100, 205), (205, 100))`);
    expect(faults(await instance.verify())).toEqual([
      ['reordered', '100', '205'],
      ['reordered', '205', '100'],
    ]);
  });

  it('is detected when an event was removed from its middle', async () => {
    await instance.log.query('DELETE FROM event WHERE position = 150');
    const found = await instance.verify(copied);
    expect(faults(found)).toEqual([['removed', '150', null]]);
    expect(found.copied).toMatchObject({
      matching: 1,
      mismatches: [{ position: '240', why: 'events were removed', soundUpTo: '120' }],
    });
  });

  it('is detected when the gap was closed afterwards', async () => {
    await instance.log.query(`DELETE FROM event WHERE position = 150;${shift(151, -1)}`);
    const found = faults(await instance.verify());
    expect(found.slice(0, 3)).toEqual([
      ['removed', '150', null],
      ['reordered', '150', '151'],
      ['reordered', '151', '152'],
    ]);
    expect(found.filter(([kind]) => kind !== 'reordered')).toEqual([['removed', '150', null]]);
  });

  it('is detected when an event was inserted into its middle', async () => {
    await instance.log.query(`${shift(150, 1)} INSERT INTO event
      SELECT 150, stream, 999, gen_random_uuid(), type, json, created, data, metadata FROM kept WHERE position = 149`);
    const found = faults(await instance.verify());
    expect(found.slice(0, 2)).toEqual([
      ['inserted', '150', null],
      ['reordered', '151', '150'],
    ]);
  });

  it('is detected when its end was cut off, also after a restart of the store', async () => {
    await instance.log.query('DELETE FROM event WHERE position > 230');
    await instance.restartStore();
    const found = await instance.verify(copied);
    expect(found.faults).toEqual([{ kind: 'truncated', position: '231', missing: 137, endsAt: '230' }]);
    expect(found.copied?.mismatches).toMatchObject([{ position: '240', why: 'the log ends before it' }]);
    await instance.restore();
    await instance.restartStore();
  });
});

describe('a log and a chain that were both changed', () => {
  it('are detected by checkpoints copied before, from the first day that does not match', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
    const silent = createLog({ service: 'spec', level: 'silent' });
    const { database, eventStore } = instance;
    const now = () => new Date();
    const signer = { key: signingKeyOfFile(join(directory, 'key')), before: undefined };
    const file = keepCheckpoints({ database, eventStore, signer, directory, log: silent, now, every: 25 });
    await vi.waitFor(() => expect(file.check().detail).toEqual({ position: '367', fault: null }), patiently);
    await instance.flip('data', 130);
    await instance.restartStore();
    await instance.chainAnew();
    const diverged = () => expect(file.check().detail?.fault).toContain('position 367');
    await vi.waitFor(diverged, patiently);
    await file.stop();
    const { checkpoints: written } = parseCopy(readFileSync(join(directory, checkpointFileName), 'utf8'));
    expect(written).toMatchObject([{ position: '367', count: 366, previous: copied[0]?.hash }]);
    rmSync(directory, { recursive: true });
    // Its own signed checkpoint is in another schema, which the forger overlooked.
    expect(await instance.verify()).toMatchObject({
      intact: false,
      checkpoints: { matching: 2, mismatches: [{ position: '367' }] },
    });
    expect(await instance.verify([...copied, ...written])).toMatchObject({
      intact: false,
      faults: [],
      copied: {
        matching: 1,
        mismatches: [
          { position: '240', why: 'events were altered or reordered', soundUpTo: '120' },
          { position: '367' },
        ],
      },
    });
    await instance.restore();
    await instance.restartStore();
    await instance.chainAnew();
  });

  it('are distinguished from a changed chain alone', async () => {
    const turn =
      'UPDATE log_chain.chain_block SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE number = 0';
    await instance.database.query(turn);
    expect(await instance.verify()).toMatchObject({
      intact: false,
      faults: [],
      record: ['what it keeps of single events'],
    });
    await instance.database.query(turn);
    expect(await instance.verify()).toMatchObject({ intact: true });
  });
});

describe('the same log', () => {
  it('gives the same chain, byte for byte, when it is chained again', async () => {
    const tables = ['chain_head', 'chain_block', 'chain_tile', 'chain_concept', 'chain_checkpoint'];
    const rows = async () =>
      Promise.all(
        tables.map((table) =>
          instance.database.query(`SELECT to_jsonb(t) AS row FROM log_chain.${table} t ORDER BY 1`),
        ),
      );
    const before = await rows();
    await instance.chainAnew();
    expect(await rows()).toEqual(before);
    expect(await instance.checkpoints()).toEqual(copied);
  });
});
