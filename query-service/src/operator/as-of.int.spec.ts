import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { runOperator } from '@groundswell/platform/operator';
import { prepareReadStore } from '@groundswell/platform/read-store';
import { onOurStore, type Stack, startStack, withOutput } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newEvent } from '../specification/running-service.js';
import { asOf } from './as-of.js';
import { catalogue } from './catalogue.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
  await prepareReadStore(database);
});
afterEach(async () => {
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

/** Runs `as-of …`. @returns its exit code and both outputs */
const ask = async (words: readonly string[], eventStoreUrl = stack.eventStoreUrl) => {
  const variables = { DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: eventStoreUrl };
  const run = () => runOperator(['as-of', ...words], catalogue, { 'as-of': asOf });
  const said = await withOutput(variables, run);
  return { ...said, document: words.includes('--json') ? JSON.parse(said.out) : undefined };
};

/** A concept created long ago and recorded now. */
const create = async (name = 'Ocean') => {
  const id = randomUUID();
  const created = newEvent('ConceptCreated', { conceptId: id, name, description: 'Tides' });
  const dated = { ...created, metadata: { ...created.metadata, occurredAt: '2026-01-05T15:00:00.000Z' } };
  const { position } = await eventStore.append(streamOf('concept', id), [dated], {
    expectedRevision: 'no_stream',
  });
  return { id, stream: `concept-${id}`, position: position.commit };
};

describe('a look at the past', () => {
  it('counts what has taken effect by then, and with --as-known what was recorded by then', async () => {
    const { id } = await create();
    const { document } = await ask(['2026-01-06', 'getConcepts', '--json']);
    expect(document).toMatchObject({ asKnown: false, answer: { concepts: [{ id }] } });
    const known = await ask(['2026-01-06', 'getConcepts', '--as-known', '--json']);
    expect(known.document).toMatchObject({ asKnown: true, answer: { concepts: [] } });
  });

  it('proves the log as it was recorded, and says so', async () => {
    await create();
    const before = await ask(['2026-01-06', 'getLatestCheckpoint']);
    expect(before.notes).toContain('This query is about the log as it was recorded, so --as-known applies.');
    expect(before.out).toContain('"head": null');
    const { document } = await ask(['2026-01-06', 'getLatestCheckpoint', '--json']);
    expect(document).toMatchObject({ asKnown: true, answer: { head: null } });
  });

  it('proves of a trend what the log held of it then', async () => {
    const { id, stream, position } = await create();
    await eventStore.append(stream, [newEvent('ConceptRenamed', { name: 'Blue' })], {
      expectedRevision: 'any',
    });
    const { document } = await ask([`${position}`, 'getConceptProof', `--concept_id=${id}`, '--json']);
    expect(document.answer).toMatchObject({ head: { position: `${position}`, count: 1 }, waiting: 0 });
    expect(document.answer.events).toHaveLength(1);
  });

  it('says of a file, too, up to which position of the log it was read', async () => {
    const { id, position } = await create();
    const { document } = await ask([`${position}`, 'getAuditCsv', `--concept_id=${id}`, '--json']);
    expect(document).toMatchObject({ position: `${position}`, answer: expect.stringContaining('Ocean') });
  });

  it('is refused for a person who is not in the log', async () => {
    const { position } = await create();
    const words = [`${position}`, 'getCashBalance', '--person=nobody'];
    const { code, out, notes } = await ask(words);
    expect([code, out, notes]).toEqual([1, '', 'There is no person "nobody".\n']);
    await eventStore.append(
      streamOf('tradingAccount', 'ann'),
      [newEvent('CashDifferenceFound', { brokerCash: '1.00', ledgerCash: '2.00' })],
      { expectedRevision: 'any' },
    );
    expect((await ask([...words.slice(0, 2), '--person=ann'])).code).toBe(0);
  });

  it('is refused for the future', async () => {
    const { position } = await create();
    for (const time of ['2099-01-01', '999999']) {
      const { code, notes } = await ask([time, 'getConcepts']);
      expect(code).toBe(1);
      expect(notes).toContain(`${time} is still to come: the log ends at position ${position}.`);
    }
  });

  it('says that the event store cannot be reached', async () => {
    const { code, notes } = await ask(['2026-01-06', 'getConcepts'], 'esdb://127.0.0.1:1?tls=false');
    expect([code, notes]).toEqual([69, expect.stringMatching(/^The event store/)]);
  });

  it.runIf(onOurStore)('names the event that its tables cannot be built over', async () => {
    const { stream, position } = await create();
    await stack.eventStore?.stop();
    const log = openDatabase({ url: stack.logDatabaseUrl, name: 'spec', connections: 1 });
    await log.query(`UPDATE event SET data = '{}' WHERE position = ${position}`);
    await log.close();
    await stack.restartEventStore();
    const { code, notes } = await ask([`${position}`, 'getConcepts']);
    expect(code).toBe(1);
    expect(notes).toMatch(
      new RegExp(`ConceptCreated .+${stream} at 0, position ${position}\\) cannot be applied`),
    );
  });
});
