import { keepHeapSmall } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { dropTables, prepareReadStore } from '@groundswell/platform/read-store';
import { buildTogether, readModels } from '@groundswell/projections/replaying';
import { processorSeconds, secondsInPostgresql } from '../../http/processor-seconds.js';
import { readBare } from '../bare.js';
import type { Measured, Task } from '../task.js';

/** The most memory that this process ever held. */
const peakMiB = (): number => process.resourceUsage().maxRSS / 1024;

/** One measurement in a process of its own, so that its memory is its own, too. */
const measure = async (task: Task): Promise<Measured> => {
  if (task.kind === 'bare catch-up') return readBare(task);
  const models = readModels.filter(({ name }) => !task.readModels || task.readModels.includes(name));
  const builds = models.map((model) => ({ model, schema: `bench_${model.name.toLowerCase()}` }));
  const database = openDatabase({ url: task.databaseUrl, name: 'bench', connections: builds.length + 1 });
  const eventStore = connectEventStore({ url: task.eventStoreUrl });
  await prepareReadStore(database);
  for (const { schema } of builds) await database.transaction((sql) => dropTables(sql, schema));
  const position = { commit: BigInt(task.until), prepare: BigInt(task.until) };
  const usedBefore = await secondsInPostgresql(database);
  let events = 0;
  let halfwayMiB = 0;
  const started = performance.now();
  await buildTogether({
    database,
    eventStore,
    builds,
    inBulk: true,
    until: { kind: 'position', position },
    onProgress: (progress) => {
      events = progress.events;
      if (progress.position.commit * 2n < position.commit) halfwayMiB = peakMiB();
    },
    onSetback(fault) {
      throw fault;
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  const inPostgresql = (await secondsInPostgresql(database)) - usedBefore;
  for (const { schema } of builds) await database.transaction((sql) => dropTables(sql, schema));
  await eventStore.dispose();
  await database.close();
  return { events, seconds, inPostgresql, halfwayMiB };
};

// As the operator's commands do, which this measures.
keepHeapSmall();

// Not `once`: a listener keeps the process alive while it waits.
process.on('message', (task: Task) => {
  void measure(task).then(
    (measured) =>
      process.send?.(
        {
          measured: {
            ...measured,
            peakMiB: peakMiB(),
            here: processorSeconds(process.pid),
          },
        },
        () => process.disconnect(),
      ),
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
