import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { named } from '../read-models/log-chain/checkpoint.js';
import { leafTextAt } from './compare-entries.js';
import {
  type ChainedLog,
  describe,
  headOf,
  it,
  ofVersion1,
  startChainedLog,
} from './spec-kit/chained-log.js';

let instance: ChainedLog;
beforeAll(async () => {
  instance = await startChainedLog();
  await instance.database.query(
    `CREATE SCHEMA kept; ${tables.map((table) => `CREATE TABLE kept.${table} AS TABLE log_chain.${table}`).join(';')}`,
  );
}, 60_000);
afterAll(() => instance.stop());
afterEach(async () => {
  vi.unstubAllEnvs();
  await instance.restore();
  for (const table of tables)
    await instance.database.query(
      `DELETE FROM log_chain.${table}; INSERT INTO log_chain.${table} TABLE kept.${table}`,
    );
});

const tables = ['chain_head', 'chain_block', 'chain_tile', 'chain_concept', 'chain_checkpoint'];
const audit = (...words: string[]) => instance.ops('audit', 'verify', ...words);

/** Rewrites the record of one event to match the log, as someone hiding a change would. */
const hideAt = async (position: number): Promise<void> => {
  for await (const batch of instance.eventStore.readStoredLog()) {
    const event = batch.find((each) => each.position.commit === BigInt(position));
    if (!event) continue;
    const [row] = await instance.database.query<{ number: string; positions: Buffer; hashes: Buffer }>(
      `SELECT number, positions, hashes FROM log_chain.chain_block WHERE first_position <= $1
        ORDER BY first_position DESC LIMIT 1`,
      [position],
    );
    if (!row) throw new Error('no block');
    const at = row.positions.indexOf(Buffer.from(BigInt(position).toString(16).padStart(16, '0'), 'hex')) / 8;
    const hashes = Buffer.from(row.hashes);
    Buffer.from(leafTextAt(event, Number(row.number) * 256 + at, ofVersion1), 'hex').copy(hashes, at * 32);
    await instance.database.query('UPDATE log_chain.chain_block SET hashes = $1 WHERE number = $2', [
      hashes,
      row.number,
    ]);
  }
};
describe('an event that was altered together with what was recorded of it', () => {
  it('is not reported as a changed chain, because without a copy the two cannot be told apart', async () => {
    await instance.flip('data', 300);
    await hideAt(300);
    expect(await instance.verify()).toMatchObject({ verdict: 'undecided', intact: false, faults: [] });
    const { code, out } = await audit();
    expect(code).toBe(1);
    expect(out).toContain('its head');
    expect(out).toMatch(/contradicts itself.+cannot be told.+--against/s);
    expect(out).not.toMatch(/not the log|mends|Nothing was altered/);
  });

  it('is detected by a copy of the head', async () => {
    const copy = await headOf(instance.database);
    await instance.flip('data', 300);
    await hideAt(300);
    expect(await instance.verify([copy])).toMatchObject({
      verdict: 'log changed',
      copied: { mismatches: [{ position: '367', why: 'events were altered or reordered' }] },
    });
  });

  it('is distinguished from a changed head by a copy that reaches as far', async () => {
    const copy = await headOf(instance.database);
    await instance.database.query(`UPDATE log_chain.chain_head SET chain = root`);
    expect(await instance.verify()).toMatchObject({ verdict: 'undecided' });
    expect(await instance.verify([copy])).toMatchObject({ verdict: 'chain changed', record: ['its head'] });
  });
});

describe('a chain that was changed while the log was not', () => {
  const changed = [
    [
      'what it keeps of single events',
      'UPDATE log_chain.chain_block SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE number = 0',
    ],
    [
      'tile 0 of level 1 of its tree',
      'UPDATE log_chain.chain_tile SET hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1)',
    ],
    ['tile 0 of level 1 of its tree', 'DELETE FROM log_chain.chain_tile'],
    [
      'the checkpoint of position 120',
      `UPDATE log_chain.chain_checkpoint SET chain = reverse(chain) WHERE position = 120`,
    ],
    ['the checkpoint before position 240', `DELETE FROM log_chain.chain_checkpoint WHERE position = 120`],
    ['the last checkpoint', `DELETE FROM log_chain.chain_checkpoint WHERE position = 240`],
    ['the position of its head', `UPDATE log_chain.chain_head SET position = 350`],
    [
      'the heads of the concepts',
      `UPDATE log_chain.chain_concept SET head = set_byte(head, 3, get_byte(head, 3) # 1) WHERE position = 367`,
    ],
  ] as const;

  it.each(changed)('is recognized by %s, and is not a fault of the log', async (part, statement) => {
    await instance.database.query(statement);
    expect(await instance.verify()).toMatchObject({
      verdict: 'chain changed',
      intact: false,
      faults: [],
      record: [part],
      checkpoints: { mismatches: [] },
    });
    const { code, out } = await audit();
    expect(code).toBe(1);
    expect(out).toContain(
      `The stored chain was changed (${part}), not the log. Keep it: it shows who could write the database. \`replay logChain --set-aside`,
    );
    expect(out).not.toContain('The log is not what was recorded');
  });

  it('is not trusted over a checkpoint that later ones confirm', async () => {
    const [newer, older] = await instance.checkpoints();
    if (!newer || !older) throw new Error('two checkpoints');
    const other = named({ ...older, chain: newer.chain });
    const next = named({ ...newer, previous: other.hash });
    for (const { position, chain, previous, hash } of [other, next])
      await instance.database.query(
        'UPDATE log_chain.chain_checkpoint SET chain = $2, previous = $3, hash = $4 WHERE position = $1',
        [position, chain, previous, hash],
      );
    await instance.database.query('UPDATE log_chain.chain_head SET previous = $1', [next.hash]);
    expect(await instance.verify()).toMatchObject({
      verdict: 'undecided',
      checkpoints: { matching: 1, mismatches: [{ position: '120' }] },
    });
  });
});

describe('a log that was changed', () => {
  it('is reported as changed', async () => {
    await instance.flip('data', 77);
    expect(await instance.verify()).toMatchObject({ verdict: 'log changed', record: [] });
    const { code, out } = await audit();
    expect(code).toBe(1);
    expect(out).toMatch(/altered {3}position 77: .+\n.+The log is not what was recorded\.\n$/s);
  });

  it('is reported with what else was changed', async () => {
    await instance.flip('data', 77);
    await instance.database.query(`UPDATE log_chain.chain_head SET chain = root`);
    const found = await instance.verify();
    expect(found).toMatchObject({ verdict: 'undecided', faults: [{ kind: 'altered', position: '77' }] });
  });
});

it.each(['', '\n\n'])('an empty copy is refused: %j', async (text) => {
  const file = join(mkdtempSync(join(tmpdir(), 'copy-')), 'checkpoints.jsonl');
  writeFileSync(file, text);
  const { code, notes, out } = await audit(`--against=${file}`);
  expect([code, out]).toEqual([1, '']);
  expect(notes).toContain(`${file}: It holds no checkpoint`);
});

describe('what an audit compared with nothing', () => {
  it('is named where there is no stored chain, and then it does not end well', async () => {
    // Without a chain, no one knows which events were chained before version 2 existed.
    await instance.chainAnew(0);
    const file = join(mkdtempSync(join(tmpdir(), 'copy-')), 'checkpoints.jsonl');
    writeFileSync(file, `${JSON.stringify(await headOf(instance.database))}\n`);
    await instance.database.query('DELETE FROM log_chain.chain_head');
    const { code, out } = await audit(`--against=${file}`);
    expect(code).toBe(1);
    expect(out).toContain('The stored chain cannot be read (its head is missing).');
    expect(out).toContain('0 stored, 1 copied. Single events were compared with nothing.');
    expect(out).toContain('Left out: single events. The stored chain cannot be read.');
    expect(out).not.toContain('Nothing was altered');
  });

  it('is named when events are newer than a chain that has stopped', async () => {
    await instance.log.query(
      `INSERT INTO event SELECT (jsonb_populate_record(e, jsonb_build_object('position', e.position + 1000, 'id', gen_random_uuid(), 'revision', e.revision + 1000))).*
         FROM event e ORDER BY position DESC LIMIT 1`,
    );
    const { code, out } = await audit();
    expect(code).toBe(1);
    expect(out).toMatch(
      /Left out: 1 event newer than the stored chain\. logChain does not run: no process owns it/,
    );
  });
});
