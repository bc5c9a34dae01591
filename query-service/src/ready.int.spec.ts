import { generateKeyPairSync } from 'node:crypto';
import { askReadiness, createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { growth } from '@groundswell/projections';
import { openWay, startPart, startStack } from '@groundswell/testing';
import { expect, it, onTestFinished } from 'vitest';
import { configSchema } from './config.js';
import { startQueryService } from './start.js';

const projectionsEntry = new URL('../../projections/dist/main.js', import.meta.url).pathname;

it('the query service is not ready while a read model is of an older version, nor while PostgreSQL is frozen, even after notices from all read models', async () => {
  const stack = await startStack({ eventStore: 'shared process' });
  onTestFinished(() => stack.stop());
  const way = await openWay(stack.databaseUrl);
  onTestFinished(() => way.close());
  const environment = { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl };
  const projections = await startPart(projectionsEntry, environment);
  onTestFinished(() => projections.stop());
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const config = configSchema.parse({
    ...environment,
    NODE_ENV: 'test',
    DATABASE_URL: way.url,
    ALPACA_BROKER_URL: 'http://127.0.0.1:1',
    ALPACA_KEY_ID: 'spec',
    ALPACA_SECRET_KEY: 'spec',
    TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(key)).toString('base64url'),
  });
  const service = await startQueryService(config, createLog({ service: 'query-service', level: 'silent' }));
  onTestFinished(async () => {
    way.thaw();
    await service.http.close();
    await service.store.close();
  });
  const ready = () => askReadiness(service.http.url);
  await expect.poll(ready, { timeout: 15_000 }).toEqual([]);
  const database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
  onTestFinished(() => database.close());
  const move = (by: number) =>
    database.query('UPDATE read_store.checkpoint SET version = version + $1 WHERE schema = $2', [
      by,
      'growth',
    ]);
  await move(-1);
  const why = `growth has version ${growth.version - 1}, and this program reads version ${growth.version}`;
  await expect.poll(ready).toEqual([{ check: 'readModels', why }]);
  await move(1);
  await expect.poll(ready).toEqual([]);
  way.freeze();
  const from = performance.now();
  expect(await ready()).toEqual([{ check: 'database', why: 'no answer in time' }]);
  expect(performance.now() - from).toBeLessThan(5_000);
});
