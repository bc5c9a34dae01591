import { setTimeout } from 'node:timers/promises';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { tryOwnership } from '@groundswell/platform/read-store';
import { keepAudit, lastVerified, lastWhole } from './audits.js';
import { runAudit, writtenDown } from './run-audit.js';
import { verifyNew } from './verify-new.js';

interface Auditing {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Where checkpoints are written down: the log is compared with them, too. */
  readonly directory: string | undefined;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds between two looks whether an audit is due. */
  readonly every?: number;
}

const usually = 60_000;
/** The name of the lock of whoever audits. */
const auditing = 'audits';
/** Hour of the day (UTC) from which on the whole log is verified: New York is asleep. */
const hourOfNight = 7;
const millisecondsOfDay = 86_400_000;

/** When the last night's audit was due. */
export const lastNight = (now: Date): Date => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourOfNight);
  return new Date(today <= now.getTime() ? today : today - millisecondsOfDay);
};

/** Verifies what is new at the start, and the whole log every night, as long as the process lives. */
export const keepAuditing = (options: Auditing): { stop(): Promise<void> } => {
  const { log, every = usually } = options;
  const stopping = new AbortController();
  let hasBegun = false;
  const kept = (async () => {
    while (!stopping.signal.aborted) {
      try {
        hasBegun = (await auditWhenDue(options, hasBegun, stopping.signal)) || hasBegun;
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the log was not audited; it is tried again');
      }
      await setTimeout(every, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await kept;
    },
  };
};

/** @returns whether the log was audited, or has nothing to audit yet that another process does not */
const auditWhenDue = async (
  { database, eventStore, directory, now }: Auditing,
  hasBegun: boolean,
  signal: AbortSignal,
): Promise<boolean> => {
  const log = await eventStore.identity();
  if (log === undefined) return false;
  const session = await tryOwnership(database, auditing);
  if (!session) return true;
  try {
    const whole = await lastWhole(database, log);
    const isNight = whole !== undefined && whole < lastNight(now());
    if (hasBegun && !isNight) return true;
    const since = isNight ? undefined : await lastVerified(database, log);
    const found = since && (await verifyNew({ database, eventStore, since, signal }));
    if (found) {
      const words = `${found.count - since.count} new events are what was recorded.`;
      await keepAudit(database, { kind: 'new', verdict: 'intact', words, log, endedAt: now(), ...found });
      return true;
    }
    const against = await writtenDown(directory);
    const all = await runAudit({ database, eventStore, against, now, signal, onProgress: () => undefined });
    return all.chained;
  } finally {
    await session.close().catch(() => undefined);
  }
};
