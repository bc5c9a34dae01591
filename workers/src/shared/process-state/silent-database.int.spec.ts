import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { schemaOf } from '@groundswell/platform/read-store';
import { openWay, startStack } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { priceState } from '../../prices/price-state.js';
import { added } from '../../spec-kit/events.js';
import { followState, prepareState } from './follow-state.js';

it('process state continues after its connections fell silent', { timeout: 90_000 }, async () => {
  const stack = await startStack({ eventStore: 'shared process' });
  const way = await openWay(stack.databaseUrl);
  const schemas = [schemaOf(priceState)];
  const database = openDatabase({ url: way.url, name: 'silent', schemas, patience: 500 });
  const watcher = openDatabase({ url: stack.databaseUrl, name: 'watcher', schemas });
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  const stopped = new AbortController();
  const hold = (symbol: string) => {
    const stream = streamOf('concept', randomUUID());
    return eventStore.append(stream, [added(symbol)], { expectedRevision: 'no_stream' });
  };
  const known = (...symbols: string[]) =>
    expect
      .poll(() => priceState.queries.needed(watcher), { timeout: 40_000, interval: 50 })
      .toEqual([...symbols, 'SPY']);

  await prepareState(database, priceState);
  const ended = followState({
    database,
    eventStore,
    log: createLog({ service: 'spec', level: 'silent' }),
    signal: stopped.signal,
    model: priceState,
    onNoted: () => undefined,
    onState: () => undefined,
  });
  await hold('BEFORE');
  await known('BEFORE');
  way.silence();
  await hold('MEANWHILE');
  await known('BEFORE', 'MEANWHILE');

  stopped.abort();
  await ended;
  await Promise.all([eventStore.dispose(), database.close(), watcher.close()]);
  await way.close();
  await stack.stop();
});
