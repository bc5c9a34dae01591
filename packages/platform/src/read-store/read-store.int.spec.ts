import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyBatch } from './apply-batch.js';
import { advanceChannel } from './checkpoint.js';
import { installReadModel } from './install.js';
import { at, batch, event, type OpenTallies, openTallies, tallies } from './spec-kit/tallies.js';

let open: OpenTallies;
let database: OpenTallies['database'];
let reader: OpenTallies['reader'];
let apply: OpenTallies['apply'];
beforeEach(async () => {
  open = await openTallies();
  ({ database, reader, apply } = open);
});
afterEach(() => open.close());

describe('waiting for a position', () => {
  beforeEach(() => installReadModel(database, tallies));
  const listening = () => expect.poll(() => reader.listening).toBe(true);

  it('ends as soon as the checkpoint gets there', async () => {
    await listening();
    const waiting = reader.waitFor([tallies], at(7), 5_000);
    await apply(batch(event(7, 'a', 'x')));
    expect(await waiting).toBe(true);
    expect(reader.heard(tallies)).toEqual({ position: 7n, changed: 7n });
  });

  it('ends without it when the time is over', async () => {
    await apply(batch(event(6, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(7), 30)).toBe(false);
  });

  it('also ends when the notification was lost', async () => {
    await listening();
    const waiting = reader.waitFor([tallies], at(9), 5_000);
    await database.query(`UPDATE read_store.checkpoint SET commit_position = 9, prepare_position = 9`);
    expect(await waiting).toBe(true);
  });

  it('distinguishes changes from mere progress', async () => {
    await listening();
    await apply(batch(event(3, 'a', 'x')));
    await apply({ events: [], position: at(8) });
    expect(await reader.waitFor([tallies], at(8), 5_000)).toBe(true);
    expect(reader.heard(tallies)).toEqual({ position: 8n, changed: 3n });
  });

  const hearers = () =>
    database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
  /** Cuts the connection off, and waits for the next one: it may come too soon to be seen missing. */
  const cutOff = async () => {
    const cut = await hearers();
    expect(cut).toHaveLength(1);
    await database.query('SELECT pg_terminate_backend($1)', [cut[0]?.pid]);
    const isAnother = async () => {
      const [next] = await hearers();
      return next !== undefined && next.pid !== cut[0]?.pid;
    };
    await expect.poll(isAnother, { timeout: 10_000 }).toBe(true);
  };

  it('says that advances may have been missed after its connection was cut: tables may be others now', async () => {
    await listening();
    await apply(batch(event(5, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(5), 5_000)).toBe(true);
    const heard: unknown[] = [];
    reader.onAdvance((advance) => heard.push(advance));
    await cutOff();
    await listening();
    expect(heard).toEqual([{ readModel: 'tallies', position: '5', changed: true, streams: null }]);
    expect(reader.heard(tallies)).toEqual({ position: 5n, changed: 5n });
  });

  it('forgets positions that the database lost in a crash', async () => {
    await listening();
    await apply(batch(event(5, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(5), 5_000)).toBe(true);
    await database.query(`UPDATE read_store.checkpoint SET commit_position = 4, changed_position = 4`);
    await cutOff();
    await listening();
    expect(await reader.waitFor([tallies], at(5), 600)).toBe(false);
    expect(reader.heard(tallies)).toEqual({ position: 4n, changed: 4n });
  });

  it('goes back when replaced tables are at an earlier position, as after an older log was restored', async () => {
    await listening();
    await apply(batch(event(9, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(9), 5_000)).toBe(true);
    await database.query(`UPDATE read_store.checkpoint SET commit_position = 5, changed_position = 5`);
    const replaced = { readModel: 'tallies', position: '5', changed: true, streams: null };
    await database.query('SELECT pg_notify($1, $2)', [advanceChannel, JSON.stringify(replaced)]);
    await expect.poll(() => reader.heard(tallies)).toEqual({ position: 5n, changed: 5n });
    expect(await reader.waitFor([tallies], at(7), 100)).toBe(false);
  });

  it('hears nothing of an internal read model', async () => {
    await listening();
    const heard: string[] = [];
    reader.onAdvance(({ position }) => void heard.push(position));
    await applyBatch(database, { ...tallies, isInternal: true }, 'tallies', batch(event(1, 'a', 'x')));
    await apply(batch(event(2, 'a', 'y')));
    await expect.poll(() => heard).toEqual(['2']);
  });

  it('goes back with tables whose log was restored to before their position, and has grown differently', async () => {
    await listening();
    const seen = { id: randomUUID(), stream: 'a', revision: 0n, position: at(2) };
    await apply({ ...batch(event(2, 'a', 'x')), position: at(9), mark: { log: undefined, seen } });
    expect(await reader.waitFor([tallies], at(9), 5_000)).toBe(true);
    const heard: unknown[] = [];
    reader.onAdvance((advance) => heard.push(advance));
    await apply(batch(event(5, 'a', 'y')));
    await expect.poll(() => reader.heard(tallies)).toEqual({ position: 5n, changed: 5n });
    expect(heard).toEqual([{ readModel: 'tallies', position: '5', changed: true, streams: null }]);
    expect(await reader.waitFor([tallies], at(7), 100)).toBe(false);
  });

  it('gets notices again after its connection was cut', async () => {
    await listening();
    await cutOff();
    await listening();
    const waiting = reader.waitFor([tallies], at(4), 5_000);
    await apply(batch(event(4, 'a', 'x')));
    expect(await waiting).toBe(true);
  });
});
