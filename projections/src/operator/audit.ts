import { readFile } from 'node:fs/promises';
import { counted, exitCodes, type Handler, NotDone, textOf } from '@groundswell/platform/operator';
import { conclusionOf, leftOutOf, problemsOf } from '../audit/audit-words.js';
import { BrokenCopy, parseCopy } from '../audit/copied-checkpoints.js';
import { runAudit, writtenDown } from '../audit/run-audit.js';
import { obstacleNoted } from '../operations/standing.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { pace } from './comparison-text.js';
import { withGround } from './ground.js';

const readCopy = async (path: string) => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new NotDone(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return parseCopy(text).checkpoints;
  } catch (error) {
    throw error instanceof BrokenCopy ? new NotDone(`${path}: ${error.message}`) : error;
  }
};

/** What the projections have written down on this machine, when nothing else is given. */
const ownCopy = async (directory: string | undefined) => {
  try {
    return await writtenDown(directory);
  } catch (error) {
    throw error instanceof BrokenCopy ? new NotDone(`${directory}: ${error.message}`) : error;
  }
};

export const auditVerify: Handler = (invocation) =>
  withGround(async ({ config, database, eventStore }) => {
    const { terminal, signal } = invocation;
    const path = textOf(invocation, 'against');
    const against = path === undefined ? await ownCopy(config.CHECKPOINT_DIR) : await readCopy(path);
    const head = Number((await eventStore.head())?.commit ?? 0n);
    const begun = performance.now();
    const found = await runAudit({
      database,
      eventStore,
      against,
      now: () => new Date(),
      signal,
      onProgress: (done, position) =>
        terminal.progress.show({
          label: 'hashing the log',
          fraction: head > 0 ? Math.min(1, Number(position) / head) : 1,
          done,
          unit: 'events',
        }),
    });
    if (!found.chained && !against) {
      throw new NotDone(
        'There is nothing to compare the log with: no chain was kept yet, and no file was given.',
      );
    }
    const seconds = (performance.now() - begun) / 1_000;
    const leftOut = leftOutOf(found, await obstacleNoted(database, logChain, logChain.version));
    const newer =
      found.newer > 0 && leftOut.length === 0
        ? [`${counted(found.newer, 'event')} newer than the chain.`]
        : [];
    terminal.result(
      { ...found, leftOut, seconds },
      [
        ...problemsOf(found),
        `${pace(found.events, seconds)}, up to position ${found.position}.`,
        ...newer,
        conclusionOf(found),
        ...leftOut,
      ].join('\n'),
    );
    return found.intact && leftOut.length === 0 ? exitCodes.done : exitCodes.attention;
  });
