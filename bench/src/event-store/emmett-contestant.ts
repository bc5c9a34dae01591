import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore, postgreSQLEventStoreConsumer } from '@event-driven-io/emmett-postgresql';
import { type Contestant, sampleData, sampleMetadata, sampleType } from './contestant.js';

const sample = () => ({ type: sampleType, data: sampleData, metadata: sampleMetadata }) as const;

/** How many events emmett's consumer fetches at a time; its own default of 100 is slower. */
const batchSize = 1_000;

/** emmett writes to PostgreSQL from this very process: there is no server, and no wire, in between. */
export const emmettContestant = async (databaseUrl: string): Promise<Contestant> => {
  const store = getPostgreSQLEventStore(databaseUrl);
  await store.schema.migrate();
  return {
    name: 'emmett-postgresql',
    openStream: () => {
      const stream = `concept-${randomUUID()}`;
      let version: bigint | 'STREAM_DOES_NOT_EXIST' = 'STREAM_DOES_NOT_EXIST';
      return {
        appendOne: async () => {
          const result = await store.appendToStream(stream, [sample()], { expectedStreamVersion: version });
          version = result.nextExpectedStreamVersion;
        },
      };
    },
    appendMany: async (stream, count) => {
      await store.appendToStream(stream, Array.from({ length: count }, sample));
    },
    catchUp: async (count) => {
      const consumer = postgreSQLEventStoreConsumer({
        connectionString: databaseUrl,
        stopWhen: { noMessagesLeft: true },
        pulling: { batchSize },
      });
      let seen = 0;
      let seconds = 0;
      const started = performance.now();
      consumer.reactor({
        processorId: `bench-${randomUUID()}`,
        startFrom: 'BEGINNING',
        eachMessage: () => {
          seen += 1;
          if (seen === count) seconds = (performance.now() - started) / 1_000;
        },
      });
      await consumer.start();
      await consumer.close();
      return count / seconds;
    },
    close: () => store.close(),
  };
};
