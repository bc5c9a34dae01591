import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { type Contestant, sampleData, sampleMetadata, sampleType } from './contestant.js';

const sample = () => jsonEvent({ type: sampleType, data: sampleData, metadata: sampleMetadata });

/**
 * A server that speaks EventStoreDB's protocol, through the real client in this process.
 * @param at its address, or its port on this machine
 */
export const eventStoreContestant = (name: string, at: number | string): Contestant => {
  const client = EventStoreDBClient.connectionString(
    typeof at === 'number' ? `esdb://127.0.0.1:${at}?tls=false` : at,
  );
  return {
    name,
    openStream: () => {
      const stream = `concept-${randomUUID()}`;
      let revision: bigint | 'no_stream' = 'no_stream';
      return {
        appendOne: async () => {
          const result = await client.appendToStream(stream, sample(), { expectedRevision: revision });
          revision = result.nextExpectedRevision;
        },
      };
    },
    appendMany: async (stream, count) => {
      await client.appendToStream(stream, Array.from({ length: count }, sample));
    },
    catchUp: async (count) => {
      const started = performance.now();
      const subscription = client.subscribeToAll({ fromPosition: START });
      let seen = 0;
      await new Promise<void>((resolve, reject) => {
        subscription.on('error', reject);
        subscription.on('data', () => {
          seen += 1;
          if (seen === count) resolve();
        });
      });
      const seconds = (performance.now() - started) / 1_000;
      await subscription.unsubscribe();
      return count / seconds;
    },
    close: () => client.dispose(),
  };
};
