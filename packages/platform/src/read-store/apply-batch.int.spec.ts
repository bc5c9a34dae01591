import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../event-store/types.js';
import { applyBatch, CheckpointMoved, Superseded } from './apply-batch.js';
import { createTables, installReadModel } from './install.js';
import { shadowSchemaOf } from './read-model.js';
import { rows } from './row-writer.js';
import { batch, event, type OpenTallies, openTallies, table, tallies } from './spec-kit/tallies.js';
import { gatherEvents } from './writer.js';

let open: OpenTallies;
let database: OpenTallies['database'];
let reader: OpenTallies['reader'];
let apply: OpenTallies['apply'];
let shown: OpenTallies['shown'];
beforeEach(async () => {
  open = await openTallies();
  ({ database, reader, apply, shown } = open);
});
afterEach(() => open.close());

describe('applying a batch', () => {
  beforeEach(() => installReadModel(database, tallies));

  it('folds all events of a row, and moves the checkpoint with them', async () => {
    await apply(batch(event(1, 'a', 'x'), event(2, 'b', 'y'), event(5, 'a', 'z')));
    expect(await reader.read([tallies], tallies.queries.all)).toEqual({
      value: [
        { stream: 'a', count: 2, last: 'z' },
        { stream: 'b', count: 1, last: 'y' },
      ],
      positions: new Map([['tallies', 5n]]),
    });
  });

  it('gives the same rows when a batch comes twice, whole or in part', async () => {
    const events = [event(1, 'a', 'x'), event(2, 'b', 'y'), event(3, 'a', 'z'), event(4, 'b', 'vanish')];
    await apply(batch(...events));
    const once = await shown();
    await apply(batch(...events));
    await apply(batch(...events.slice(0, 2)));
    await apply(batch(...events.slice(2), event(6, 'c', 'new')));
    expect(await shown()).toEqual([...once, { stream: 'c', count: 1, last: 'new' }]);
  });

  it('gives a read model only what concerns it, and moves on past the rest', async () => {
    const given: string[] = [];
    const choosy = {
      ...tallies,
      concerns: ({ stream }: RecordedEvent) => stream === 'a',
      live: () =>
        gatherEvents(async (events) => {
          given.push(...events.map(({ stream }) => stream));
          return true;
        }),
    };
    await applyBatch(database, choosy, 'tallies', batch(event(1, 'a', 'x'), event(2, 'b', 'y')));
    await applyBatch(database, choosy, 'tallies', batch(event(3, 'b', 'z')));
    expect(given).toEqual(['a']);
    expect(
      await database.query('SELECT commit_position, changed_position FROM read_store.checkpoint'),
    ).toEqual([{ commit_position: '3', changed_position: '2' }]);
  });

  it('waits for the disk when a loss would go unnoticed, always for evidence, and before a swap', async () => {
    const waits: unknown[] = [];
    const curious = {
      ...tallies,
      live: () =>
        gatherEvents(async (_, sql) => {
          waits.push(...(await sql.query('SHOW synchronous_commit')));
          return false;
        }),
    };
    const beside = shadowSchemaOf(tallies);
    await database.transaction((sql) => createTables(sql, tallies, beside));
    await applyBatch(database, curious, 'tallies', batch(event(1, 'a', 'x')));
    await applyBatch(database, curious, beside, batch(event(1, 'a', 'x')));
    const [first, second] = [event(2, 'a', 'y'), event(3, 'a', 'z')];
    await applyBatch(database, curious, 'tallies', batch(first), event(1, 'a', 'x').position);
    await applyBatch(database, { ...curious, isEvidence: true }, 'tallies', batch(second), first.position);
    const states = ['on', 'off', 'off', 'on'];
    expect(waits).toEqual(states.map((state) => ({ synchronous_commit: state })));
  });

  it('is refused when the tables have lost what came before it', async () => {
    await apply(batch(event(1, 'a', 'x')));
    const lost = event(2, 'a', 'y').position;
    const next = applyBatch(database, tallies, 'tallies', batch(event(3, 'a', 'z')), lost);
    await expect(next).rejects.toThrow(CheckpointMoved);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'x' }]);
  });

  it('continues from the rows of earlier batches, and removes a row', async () => {
    await apply(batch(event(1, 'a', 'x'), event(2, 'b', 'y')));
    await apply(batch(event(3, 'a', 'z'), event(4, 'b', 'vanish')));
    expect(await shown()).toEqual([{ stream: 'a', count: 2, last: 'z' }]);
  });

  it('gives the same rows, to the position of the last change, however the log was cut into batches', async () => {
    const stored = () => database.query<{ count: number; position: string }>('SELECT * FROM tallies.tally');
    const isQuiet = ({ data }: RecordedEvent) => (data as { name: string }).name === 'quiet';
    const evolve: typeof table.evolve = (row, each) => (row && isQuiet(each) ? row : table.evolve(row, each));
    const quiet = { ...tallies, ...rows({ ...table, evolve }) };
    const events = [event(1, 'a', 'x'), event(2, 'a', 'y'), event(3, 'a', 'quiet'), event(4, 'a', 'quiet')];
    await applyBatch(database, quiet, 'tallies', batch(...events));
    const atOnce = await stored();
    await database.transaction((sql) => createTables(sql, quiet, 'tallies'));
    for (const each of events) await applyBatch(database, quiet, 'tallies', batch(each));
    expect(await stored()).toEqual(atOnce);
    expect(atOnce).toEqual([{ stream: 'a', count: 2, last: 'y', position: '2' }]);
  });

  it('leaves rows and checkpoint as they were when it fails', async () => {
    await apply(batch(event(1, 'a', 'x')));
    await expect(apply(batch(event(2, 'a', 'y'), event(3, 'b', 'burst')))).rejects.toThrow('it burst');
    expect(await reader.read([tallies], tallies.queries.all)).toEqual({
      value: [{ stream: 'a', count: 1, last: 'x' }],
      positions: new Map([['tallies', 1n]]),
    });
  });

  it('is refused for a version that was replaced', async () => {
    await database.query('UPDATE read_store.checkpoint SET version = 2');
    await expect(apply(batch(event(1, 'a', 'x')))).rejects.toThrow(Superseded);
  });
});
