import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type AnyEvent, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { connectEventStore, type EventStore, type NewEvent } from '@groundswell/platform/event-store';
import { createTokenSigner, type PrivateTokenKey } from '@groundswell/platform/identity';
import { keepLog, startPart, startStack } from '@groundswell/testing';
import { expect, vi } from 'vitest';
import { configSchema } from '../config.js';
import { startQueryService } from '../start.js';

type DataOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>['data'];

/** An event to append. */
export const newEvent = <Type extends AnyEvent['type']>(type: Type, data: DataOf<Type>): NewEvent =>
  ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      actor: { id: 'a-spec', role: 'system' },
      correlationId: 'a-correlation',
      causationId: 'a-cause',
      schemaVersion: 1,
      occurredAt: new Date().toISOString(),
    },
  }) as NewEvent;

const projectionsEntry = new URL('../../../projections/dist/main.js', import.meta.url).pathname;

/** This service over a stack, with the key that its tokens are signed with. */
const startService = (
  { databaseUrl, eventStoreUrl }: { readonly databaseUrl: string; readonly eventStoreUrl: string },
  key: PrivateTokenKey,
  now: () => Date,
) => {
  const config = configSchema.parse({
    NODE_ENV: 'test',
    // All requests of a spec come from one address.
    NETWORK_LIMIT_FACTOR: '1000',
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(key)).toString('base64url'),
  });
  const log = createLog({
    service: 'query-service',
    level: 'info',
    destination: { write: (line: string) => keepLog('query-service', line) },
  });
  return startQueryService(config, log, now);
};

/** Appends a new concept with more events after its creation. */
const createConceptIn =
  (eventStore: EventStore) => async (createdAt: string, name: string, more: readonly NewEvent[]) => {
    const id = randomUUID();
    const created = newEvent('ConceptCreated', { conceptId: id, name, description: `About ${name}` });
    const dated = { ...created, metadata: { ...created.metadata, occurredAt: createdAt } };
    const { position, revision } = await eventStore.append(streamOf('concept', id), [dated, ...more], {
      expectedRevision: 'no_stream',
    });
    return { id, revision, createdAt, position: position.commit.toString() };
  };

/** The whole path from an appended event to a response: event store, projections and this service, all real. */
export const runningService = async ({ now = () => new Date() }: { now?: () => Date } = {}) => {
  const stack = await startStack({ eventStore: 'shared process' });
  const environment = { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl };
  let projections = await startPart(projectionsEntry, environment);
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
  const service = await startService(stack, key, now);
  const eventStore: EventStore = connectEventStore({ url: stack.eventStoreUrl });
  const sign = createTokenSigner(key);
  await vi.waitFor(async () => expect((await fetch(`${service.http.url}/health/ready`)).status).toBe(200), {
    timeout: 15_000,
  });
  const createConcept = createConceptIn(eventStore);
  return {
    url: service.http.url,
    databaseUrl: stack.databaseUrl,
    eventStoreUrl: stack.eventStoreUrl,
    /** The event store's tables, for changes behind its back. */
    get logDatabaseUrl() {
      return stack.logDatabaseUrl;
    },
    eventStore,
    store: service.store,
    /** A token for someone with a role. */
    tokenOf: (role: 'user' | 'staff', id = 'u-1', sessionId = 's-1') =>
      sign({ id, role, sessionId, tokenId: randomUUID(), issuedAt: now() }),
    /** Appends a new concept with more events after its creation. */
    createConcept: (name: string, ...more: NewEvent[]) => createConcept(new Date().toISOString(), name, more),
    createConceptOn: (date: string, name: string, ...more: NewEvent[]) =>
      createConcept(`${date}T14:00:00.000Z`, name, more),
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${service.http.url}${path}`, { headers }),
    /** The same, repeated while the read models lag behind, as they may on a busy machine. */
    getFresh: (path: string, headers: Record<string, string> = {}) =>
      vi.waitFor(
        async () => {
          const answer = await fetch(`${service.http.url}${path}`, { headers });
          expect(answer.headers.get('read-stale')).toBeNull();
          return answer;
        },
        { timeout: 30_000 },
      ),
    stopProjections: () => projections.stop(),
    async startProjections() {
      projections = await startPart(projectionsEntry, environment);
    },
    async stop() {
      await service.http.close();
      await service.store.close();
      await eventStore.dispose();
      await projections.stop();
      await stack.stop();
    },
  };
};
