import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import {
  dropTables,
  installReadModel,
  prepareReadStore,
  readCheckpoints,
  swapLock,
} from '@groundswell/platform/read-store';
import { onOurStore, startStack } from '@groundswell/testing';
import { expect, type SuiteAPI, type TestAPI, vi, describe as vitestDescribe, it as vitestIt } from 'vitest';
import { startDaemon } from '../../daemon/daemon.js';
import { prepareEvidence } from '../../evidence/prepare-evidence.js';
import { carryOut } from '../../operator/spec-kit/carry-out.js';
import type { NamedCheckpoint } from '../../read-models/log-chain/checkpoint.js';
import { checkpointOf } from '../../read-models/log-chain/grow.js';
import { chainStart, emptyRoot } from '../../read-models/log-chain/hashes.js';
import { logChain } from '../../read-models/log-chain/log-chain.js';
import { newEvent } from '../../specification/events.js';
import { createTrend } from '../../specification/trends.js';
import { type Verification, verifyLog } from '../verify-log.js';

const patiently = { timeout: 25_000, interval: 25 };

/** Events chained before version 2 existed: two days and a few more. */
export const ofVersion1 = 250;

/** A copy of the chain's current head. */
export const headOf = (database: Database): Promise<NamedCheckpoint> =>
  database.transaction(
    async (sql) => {
      const head = await logChain.queries.head(sql);
      if (!head) throw new Error('no head');
      return checkpointOf(head, head.root, (await logChain.queries.concepts(sql)).values());
    },
    { schemas: ['log_chain'] },
  );

/** For specs of a chained log, which only our event store lets them change. */
export const describe = vitestDescribe.runIf(onOurStore) as SuiteAPI;
export const it = vitestIt.runIf(onOurStore) as TestAPI;

/** A log of 366 events recorded over three days, its chain, and ways to tamper with both. */
export const startChainedLog = async () => {
  const stack = await startStack({ eventStore: 'shared process' });
  const eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  const database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
  /** The event store's tables. */
  const log = openDatabase({ url: stack.logDatabaseUrl, name: 'spec' });

  /** The store caches the newest events, so subscribers see a change only after a restart. */
  const restartStore = async (): Promise<void> => {
    await stack.eventStore?.stop();
    await stack.restartEventStore();
    await vi.waitFor(() => eventStore.head(), { timeout: 25_000, interval: 50 });
  };

  /** Starts a chain that was created before version 2 existed. */
  const beginAtVersion1 = async (version1 = ofVersion1): Promise<void> => {
    await prepareReadStore(database);
    await prepareEvidence(database);
    await installReadModel(database, logChain);
    await database.query(
      `INSERT INTO log_chain.chain_head (position, count, time, day, chain, root, version1)
       VALUES (0, 0, '', '', $1, $2, $3)`,
      [chainStart, emptyRoot, version1],
    );
  };

  /** Builds the chain up to the head of the log, as the daemon does. */
  const chain = async (): Promise<void> => {
    const silent = createLog({ service: 'spec', level: 'silent' });
    const daemon = await startDaemon({
      database,
      eventStore,
      models: [logChain],
      log: silent,
      now: () => new Date(),
    });
    const head = await eventStore.head();
    const caughtUp = async () => {
      const [checkpoint] = await readCheckpoints(database, ['log_chain']);
      expect(checkpoint?.position?.commit).toBe(head?.commit);
    };
    await vi.waitFor(caughtUp, patiently);
    await daemon.stop();
  };

  /** What starting the projections does with the chain. @returns the reported problem, or that there is none */
  const restartProjections = async (): Promise<string> => {
    const silent = createLog({ service: 'spec', level: 'silent' });
    const now = () => new Date();
    const daemon = await startDaemon({ database, eventStore, models: [logChain], log: silent, now });
    const state = async () => (await daemon.checks.logChain?.())?.detail ?? {};
    // A process that finds a different log than the one it read stops and reports it.
    await vi.waitFor(async () => expect((await state()).state).toMatch(/^(live|stopped)$/), patiently);
    const said = JSON.stringify(await state());
    await daemon.stop();
    return said;
  };

  for (let concept = 0; concept < 6; concept += 1) {
    const renamed = Array.from({ length: 60 }, (_, time) =>
      newEvent('ConceptRenamed', { name: `Name ${time}` }),
    );
    await createTrend(eventStore, 'Ocean', ...renamed);
  }
  // Renumbered from 1, so specs can name the events they change by number.
  await log.query(`UPDATE event SET position = -numbered.place
    FROM (SELECT position AS at, row_number() OVER (ORDER BY position) AS place FROM event) AS numbered
    WHERE event.position = numbered.at;
    UPDATE event SET position = -position;
    UPDATE event SET created = created - interval '2 days' WHERE position <= 120;
    UPDATE event SET created = created - interval '1 day' WHERE position > 120 AND position <= 240;
    CREATE TABLE kept AS SELECT * FROM event`);
  await restartStore();
  await beginAtVersion1();
  await chain();

  /** Variables of a command that reads this log and its chain. */
  const variables = { DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl };

  return {
    stack,
    eventStore,
    database,
    log,
    variables,
    /** Carries out an operator command on this log and its chain. */
    ops: (...words: string[]) => carryOut(words, variables),
    restartStore,
    restartProjections,
    chain,
    /** Restores every event. */
    restore: () => log.query('DELETE FROM event; INSERT INTO event SELECT * FROM kept'),
    async chainAnew(version1?: number): Promise<void> {
      await database.transaction(async (sql) => {
        // Locks as a swap does: a concurrent reader would block dropping the tables one by one.
        await sql.query(swapLock);
        await dropTables(sql, 'log_chain');
      });
      await beginAtVersion1(version1);
      await chain();
    },
    checkpoints: () =>
      database.transaction((sql) => logChain.queries.checkpoints(sql, undefined, 100), {
        schemas: ['log_chain'],
      }),
    verify: (against?: readonly NamedCheckpoint[]): Promise<Verification> =>
      verifyLog({
        database,
        eventStore,
        against,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }),
    /** Flips one bit of one byte, counted from the end of a column. */
    flip: (column: 'data' | 'metadata', position: number) =>
      log.query(
        `UPDATE event SET ${column} = set_byte(${column}, length(${column}) - 4, get_byte(${column}, length(${column}) - 4) # 1)
          WHERE position = ${position}`,
      ),
    async stop(): Promise<void> {
      await eventStore.dispose();
      await database.close();
      await log.close();
      await stack.stop();
    },
  };
};
export type ChainedLog = Awaited<ReturnType<typeof startChainedLog>>;
