import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@groundswell/platform/database';
import { freshDatabase } from '@groundswell/testing';
import { expect, it, onTestFinished } from 'vitest';
import { prepareEvidence } from '../evidence/prepare-evidence.js';
import { stateKey } from './key-statement.js';
import { signCheckpoint } from './sign-checkpoint.js';
import {
  keepKey,
  keepSigned,
  newestOfSeries,
  newestSigned,
  newestSignedUpTo,
  signedAfter,
} from './signed-store.js';
import { signingKeyOfFile } from './signing-key.js';

it('more than nine signed checkpoints come in the order in which they were made', async () => {
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
  const time = new Date('2026-11-24T09:00:00Z');
  await keepKey(database, stateKey(key, time, undefined));
  const hash = '1'.repeat(64);
  const facts = { time: time.toISOString(), chain: hash, root: hash, concepts: hash };
  const counts = Array.from({ length: 102 }, (_, index) => index + 1);
  // A log that was moved to another store halfway has smaller positions from there on.
  const positionOf = (count: number) => String(count <= 50 ? 1_000 + count : count);
  for (const count of counts) {
    const previous = (await newestSigned(database, 1))[0]?.hash ?? null;
    const made = { ...facts, previous, count, position: positionOf(count) };
    await keepSigned(database, signCheckpoint(made, { log: 'an-event', version1: 0 }, key));
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
