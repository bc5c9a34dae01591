import { generateKeyPairSync } from 'node:crypto';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import type { PrivateTokenKey } from '@groundswell/platform/identity';
import { startPart, startStack } from '@groundswell/testing';

const entryOf = (part: string): string => new URL(`../../../${part}/dist/main.js`, import.meta.url).pathname;

/** Starts projections and the query service, as processes of their own over one stack. */
export const startParts = async () => {
  const stack = await startStack({ eventStore: 'shared process' });
  const variables = { DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl };
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
  const projections = await startPart(entryOf('projections'), variables);
  const queryService = await startPart(entryOf('query-service'), {
    ...variables,
    ALPACA_BROKER_URL: 'http://127.0.0.1:1',
    ALPACA_KEY_ID: 'spec',
    ALPACA_SECRET_KEY: 'spec',
    TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(key)).toString('base64url'),
  });
  const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`;
  const eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  const database: Database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 4 });
  return {
    variables,
    key,
    queryServiceUrl: urlOf(queryService),
    urls: [queryService, projections].map(urlOf),
    eventStore,
    database,
    async stop(): Promise<void> {
      await Promise.all([database.close(), eventStore.dispose(), queryService.stop(), projections.stop()]);
      await stack.stop();
    },
  };
};
