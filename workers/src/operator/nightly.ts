import { createLog } from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { counted, exitCodes, type Handler } from '@groundswell/platform/operator';
import { expectedLog } from '@groundswell/platform/read-store';
import { openPriceDatabase } from '../prices/open-price-database.js';
import { runNow } from '../prices/run-now.js';
import { brokerClients } from '../prices/variables.js';
import { configFor } from './config.js';

export const nightlyRun: Handler = async ({ terminal, signal }) => {
  const config = configFor('prices');
  const log = createLog({ service: 'prices', level: 'silent' });
  const database = openPriceDatabase(config.DATABASE_URL);
  const eventStore = connectEventStore({
    url: config.EVENTSTORE_URL,
    logger: log,
    expected: expectedLog(database),
  });
  const started = performance.now();
  try {
    const { session, asked, symbols, missing } = await runNow({
      ...brokerClients(config),
      database,
      eventStore,
      log,
      now: () => new Date(),
      onProgress(progress) {
        terminal.progress.show({
          label: `session ${progress.session}`,
          fraction: progress.symbols === 0 ? 1 : progress.asked / progress.symbols,
          done: progress.asked,
          unit: 'symbols',
        });
        // Stop between two batches. What is recorded stays, and the next run fetches the rest.
        signal.throwIfAborted();
      },
    });
    const seconds = (performance.now() - started) / 1_000;
    const named = missing.map(({ symbol, cause }) => `${symbol} (${cause})`).join(', ');
    const without = named ? ` Without a price that day: ${named}.` : '';
    const left = symbols - asked;
    const open = left > 0 ? ` ${counted(left, 'symbol')} could not be fetched: run it again.` : '';
    terminal.result(
      { session, symbols, asked, missing, seconds },
      `Session ${session}: ${counted(asked, 'symbol')} in ${seconds.toFixed(1)} s.${without}${open}`,
    );
    return left > 0 ? exitCodes.attention : exitCodes.done;
  } finally {
    await eventStore.dispose();
    await database.close();
  }
};
