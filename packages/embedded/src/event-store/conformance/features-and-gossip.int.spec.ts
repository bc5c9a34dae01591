import { EventStoreDBClient } from '@eventstore/db-client';
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { describe, expect, it } from 'vitest';
import { readRevisions, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe('section 3: ServerFeatures', () => {
  it('names the version, the services and the features of a real node', async () => {
    const client = new serverFeaturesGrpc.ServerFeaturesClient(server.address, server.wayIn.channel);
    const features = await new Promise<SupportedMethods>((resolve, reject) =>
      client.getSupportedMethods(new shared.Empty(), (fault, answer) =>
        fault ? reject(fault) : resolve(answer),
      ),
    );
    expect(features.getEventStoreServerVersion()).toMatch(/^24\./);
    const methods = features
      .getMethodsList()
      .map((method) => [method.getServiceName(), method.getMethodName(), method.getFeaturesList()]);
    expect(methods).toContainEqual(['event_store.client.streams.streams', 'read', ['position', 'events']]);
    expect(methods).toContainEqual([
      'event_store.client.streams.streams',
      'batchappend',
      ['deadline_duration'],
    ]);
  });
});

describe('section 14: gossip', () => {
  it.each([
    ['esdb+discover', 'ADDRESS'],
    ['esdb', 'ADDRESS,ADDRESS'],
  ])('a client that looks for a cluster finds one leader: %s://%s', async (protocol, hosts) => {
    const url = server.wayIn.urlOf(hosts.replaceAll('ADDRESS', server.address), protocol);
    const client = EventStoreDBClient.connectionString(url);
    const stream = newStream();
    await client.appendToStream(stream, tested(), { requiresLeader: true });
    expect(await readRevisions(client, stream)).toEqual([0n]);
    await client.dispose();
  });
});

describe('the same port over HTTP', () => {
  it.each([
    ['/health/live', 204],
    ['/ping', 200],
    ['/info', 200],
    ['/nothing', 404],
  ])('answers %s with %i', async (path, status) => {
    expect((await server.wayIn.ask(server.address, path)).status).toBe(status);
  });
});
