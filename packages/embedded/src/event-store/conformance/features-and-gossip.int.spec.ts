import { EventStoreDBClient } from '@eventstore/db-client';
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { credentials } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { readRevisions, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe('section 3: ServerFeatures', () => {
  it('names the version, the services and the features of a real node', async () => {
    const client = new serverFeaturesGrpc.ServerFeaturesClient(
      `127.0.0.1:${server.port}`,
      credentials.createInsecure(),
    );
    const features = await new Promise<SupportedMethods>((resolve, reject) =>
      client.getSupportedMethods(new shared.Empty(), (fault, answer) =>
        fault ? reject(fault) : resolve(answer),
      ),
    );
    expect(features.getEventStoreServerVersion()).toBe('24.10.0');
    const methods = features
      .getMethodsList()
      .map((method) => [method.getServiceName(), method.getMethodName(), method.getFeaturesList()]);
    expect(methods).toContainEqual(['event_store.client.streams.streams', 'read', ['position', 'events']]);
    expect(methods).toContainEqual([
      'event_store.client.streams.streams',
      'batchappend',
      ['deadline_duration'],
    ]);
    // What is not offered is not advertised: the client then fails such calls by itself.
    expect(methods.map(([service]) => service)).not.toContain(
      'event_store.client.persistent_subscriptions.persistentsubscriptions',
    );
  });

  it('makes the client fail calls locally that the server does not offer', async () => {
    await expect(server.client.createPersistentSubscriptionToAll('group', {} as never)).rejects.toMatchObject(
      { type: 'unsupported' },
    );
  });
});

describe('section 14: gossip', () => {
  it.each(['esdb+discover://127.0.0.1:PORT?tls=false', 'esdb://127.0.0.1:PORT,127.0.0.1:PORT?tls=false'])(
    'a client that looks for a cluster finds one leader: %s',
    async (address) => {
      const client = EventStoreDBClient.connectionString(address.replaceAll('PORT', String(server.port)));
      const stream = newStream();
      await client.appendToStream(stream, tested(), { requiresLeader: true });
      expect(await readRevisions(client, stream)).toEqual([0n]);
      await client.dispose();
    },
  );
});

describe('the same port over plain HTTP', () => {
  it('answers whether the server lives and is ready', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      expect(response.status).toBe(200);
    }
    expect((await fetch(`http://127.0.0.1:${server.port}/nothing`)).status).toBe(404);
  });
});
