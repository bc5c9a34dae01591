import { randomUUID } from 'node:crypto';
import { dumbo } from '@event-driven-io/dumbo';
import { getPostgreSQLEventStore, readMessagesBatch } from '@event-driven-io/emmett-postgresql';
import { type Contestant, sampleData, sampleMetadata, sampleType } from './contestant.js';

const sample = () => ({ type: sampleType, data: sampleData, metadata: sampleMetadata }) as const;

/** How many events are read at a time; emmett's own default of 100 is slower. */
const batchSize = 1_000;

/** emmett writes to PostgreSQL from this very process: there is no server, and no wire, in between. */
export const emmettContestant = async (databaseUrl: string): Promise<Contestant> => {
  const store = getPostgreSQLEventStore(databaseUrl);
  const pool = dumbo({ connectionString: databaseUrl });
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
      const started = performance.now();
      let after = 0n;
      for (let seen = 0; seen < count; ) {
        const { messages } = await readMessagesBatch(pool.execute, { after, batchSize });
        seen += messages.length;
        after = messages.at(-1)?.metadata.globalPosition ?? after;
      }
      return count / ((performance.now() - started) / 1_000);
    },
    close: async () => {
      await pool.close();
      await store.close();
    },
  };
};
