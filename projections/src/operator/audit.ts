import { counted, exitCodes, type Handler, NotDone } from '@groundswell/platform/operator';
import { brokenText, conclusionOf, leftOutOf, problemsOf } from '../audit/audit-words.js';
import { isCompared, runAudit } from '../audit/run-audit.js';
import { obstacleNoted } from '../operations/status.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { copiesFor } from './audit-copies.js';
import { pace } from './comparison-text.js';
import { withConnections } from './connections.js';

export const auditVerify: Handler = (invocation) =>
  withConnections(async ({ config, database, eventStore }) => {
    const { terminal, signal } = invocation;
    const copies = await copiesFor(config, invocation);
    const head = Number((await eventStore.head())?.commit ?? 0n);
    const begun = performance.now();
    const found = await runAudit({
      database,
      eventStore,
      copies,
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
    if (!isCompared(found)) {
      throw new NotDone(
        'There is nothing to compare the log with: no chain was kept yet, and there is no copy of a checkpoint.',
      );
    }
    const seconds = (performance.now() - begun) / 1_000;
    const leftOut = [
      ...copies.unread.map((why) => `Left out: ${why}`),
      ...leftOutOf(found, await obstacleNoted(database, logChain, logChain.version)),
    ];
    const newer =
      found.newer > 0 && leftOut.length === 0
        ? [`${counted(found.newer, 'event')} newer than the chain.`]
        : [];
    terminal.result(
      { ...found, brokenCopies: copies.broken, leftOut, seconds },
      [
        ...copies.broken.map(brokenText),
        ...problemsOf(found),
        `${pace(found.events, seconds)}, up to position ${found.position}.`,
        ...newer,
        conclusionOf(found),
        ...leftOut,
      ].join('\n'),
    );
    const isAllWell = found.intact && copies.broken.length === 0 && leftOut.length === 0;
    return isAllWell ? exitCodes.done : exitCodes.attention;
  });
