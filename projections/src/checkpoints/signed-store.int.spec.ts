import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@groundswell/platform/database';
import { freshDatabase } from '@groundswell/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { prepareEvidence } from '../evidence/prepare-evidence.js';
import { stateKey } from './key-statement.js';
import { signCheckpoint } from './sign-checkpoint.js';
import {
  beginSeries,
  countNewSeries,
  keepKey,
  keepSigned,
  newestOfSeries,
  newestSigned,
  newestSignedUpTo,
  signedAfter,
} from './signed-store.js';
import { signingKeyOfFile } from './signing-key.js';

const time = new Date('2026-11-24T09:00:00Z');
const openSigned = async () => {
  const { databaseUrl, drop } = await freshDatabase();
  const database = openDatabase({ url: databaseUrl, name: 'spec' });
  const directory = mkdtempSync(join(tmpdir(), 'key-'));
  onTestFinished(async () => {
    await database.close();
    await drop();
    rmSync(directory, { recursive: true });
  });
  await prepareEvidence(database);
  const key = signingKeyOfFile(join(directory, 'key'));
  await keepKey(database, stateKey(key, time, undefined));
  return { database, key };
};
const hash = '1'.repeat(64);
const facts = { time: time.toISOString(), chain: hash, root: hash, concepts: hash };

it('more than nine signed checkpoints come in the order in which they were made', async () => {
  const { database, key } = await openSigned();
  const counts = Array.from({ length: 102 }, (_, index) => index + 1);
  // A log that was moved to another store halfway has smaller positions from there on.
  const positionOf = (count: number) => String(count <= 50 ? 1_000 + count : count);
  for (const count of counts) {
    const previous = (await newestSigned(database, 1))[0]?.hash ?? null;
    const made = { ...facts, previous, count, position: positionOf(count) };
    expect(await keepSigned(database, signCheckpoint(made, { log: 'an-event', version1: 0 }, key), 0)).toBe(
      true,
    );
    expect((await newestOfSeries(database))?.count).toBe(count);
  }
  expect((await newestSigned(database, 200)).map(({ count }) => count)).toEqual(counts.toReversed());
  const pages: number[] = [];
  for (let page = await newestSigned(database, 10); page.length > 0; ) {
    pages.push(...page.map(({ count }) => count));
    page = await newestSigned(database, 10, page.at(-1)?.hash);
  }
  expect(pages).toEqual(counts.toReversed());
  expect((await newestSignedUpTo(database, 55))?.count).toBe(55);
  const following = (await signedAfter(database, 0, 200)).map(({ checkpoint }) => checkpoint);
  expect(following.map(({ count }) => count)).toEqual(counts);
  expect(following.slice(1).map(({ previous }) => previous)).toEqual(
    following.slice(0, -1).map((each) => each.hash),
  );
});

it('a checkpoint of one series is not kept in the next, which begins at the same moment', async () => {
  const { database, key } = await openSigned();
  const made = { ...facts, previous: null, count: 1, position: '1' };
  const checkpoint = signCheckpoint(made, { log: 'an-event', version1: 0 }, key);
  const decision = { by: 'ops-3', reason: 'a drill' };
  await database.transaction((sql) => beginSeries(sql, decision));
  const begun = await countNewSeries(database);
  let keeping: Promise<boolean> | undefined;
  await database.transaction(async (sql) => {
    await beginSeries(sql, decision);
    keeping = keepSigned(database, checkpoint, begun);
    keeping.catch(() => undefined);
    const waiting = () =>
      sql.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'evidence.signed_checkpoint'::regclass`,
      );
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 20_000, interval: 25 });
  });
  expect(await keeping).toBe(false);
  expect(await newestSigned(database, 1)).toEqual([]);
  expect(await keepSigned(database, checkpoint, begun + 1)).toBe(true);
  expect(await newestOfSeries(database)).toEqual(checkpoint);
});
