import { loadavg } from 'node:os';
import { openDatabase } from '@groundswell/platform/database';
import { applyBatch, installReadModel, prepareReadStore } from '@groundswell/platform/read-store';
import { growth } from '@groundswell/projections';
import { median } from '../event-store/measures.js';
import { heading, line } from '../event-store/report.js';
import { openInstance } from '../http/instance.js';
import { processorSeconds, secondsInPostgresql } from '../http/processor-seconds.js';
import { appendCatalogue, completeSession } from '../trends/catalogue.js';

/** Growth of a thousand concepts over a year: what a complete session sets off, into the tables and committed. */
const size = { concepts: 1_000, symbols: 1_000, held: 12 };
const goal = { seconds: 2 };
const rounds = process.argv.includes('--quick') ? 2 : 5;

const instance = await openInstance();

const measure = async (): Promise<void> => {
  const { eventStore } = instance;
  await appendCatalogue(eventStore, size);
  const before = await eventStore.head();
  await completeSession(eventStore, size);
  const seconds: number[] = [];
  const processor = { here: [] as number[], inPostgresql: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const database = openDatabase({ url: instance.databaseUrl, name: 'bench', connections: 2 });
    await database.query('DROP SCHEMA IF EXISTS growth, read_store CASCADE');
    await prepareReadStore(database);
    await installReadModel(database, growth);
    const { categories } = growth;
    for await (const batch of eventStore.readAll({ until: before, categories })) {
      await applyBatch(database, growth, 'growth', batch);
    }
    const processorTime = async () => ({
      here: processorSeconds(process.pid),
      inPostgresql: await secondsInPostgresql(database),
    });
    const used = await processorTime();
    const started = performance.now();
    for await (const batch of eventStore.readAll({ after: before, categories })) {
      await applyBatch(database, growth, 'growth', batch);
    }
    seconds.push((performance.now() - started) / 1_000);
    const now = await processorTime();
    processor.here.push(now.here - used.here);
    processor.inPostgresql.push(now.inPostgresql - used.inPostgresql);
    const [row] = await database.query<{ made: number }>(
      'SELECT count(*)::int AS made FROM growth.growth_series WHERE performance IS NOT NULL',
    );
    if (row?.made !== size.concepts) throw new Error(`growth of ${row?.made} concepts was worked out`);
    await database.close();
  }
  heading(
    `Growth of ${size.concepts} concepts of ${size.held} symbols each over a year, written and committed`,
  );
  line(
    `  ${median(seconds).toFixed(2)} s; of a processor ${median(processor.here).toFixed(2)} s here and ` +
      `${median(processor.inPostgresql).toFixed(2)} s in PostgreSQL; load ${loadavg()[0]?.toFixed(1)}`,
  );
  line(`  ${median(seconds) <= goal.seconds ? 'met' : 'MISSED'}: at most ${goal.seconds} s`);
};

try {
  await measure();
} finally {
  await instance.close();
}
