import { type KeptDoing, keepDoing } from '@groundswell/platform';
import { isStructural } from '@groundswell/platform/database';
import { LogCutShort } from '@groundswell/platform/event-store';
import { whileOwning } from '@groundswell/platform/read-store';
import { TreeIncomplete } from '../read-models/log-chain/tree-proofs.js';
import { keepAudit, lastVerified, lastWhole } from './audits.js';
import { type ComparingNightly, compareWhenDue } from './compare-nightly.js';
import { writtenDown } from './copies.js';
import { isCompared, runAudit } from './run-audit.js';
import { verifyNew } from './verify-new.js';

interface Auditing extends ComparingNightly {
  /** Directory with recorded checkpoints, which the log is also compared with. */
  readonly directory: string | undefined;
  /** Milliseconds between two checks whether an audit is due. */
  readonly every?: number;
}

const usually = 60_000;
/** Lock name for the process that audits. */
const auditing = 'audits';
/**
 * Hour of the day (UTC) at which the nightly check of the whole log and all rows becomes due, while New York is
 * asleep.
 */
const hourOfNight = 7;
const millisecondsOfDay = 86_400_000;

/** When last night's audit and comparison became due. */
export const lastNight = (now: Date): Date => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourOfNight);
  return new Date(today <= now.getTime() ? today : today - millisecondsOfDay);
};

/**
 * Verifies new events at the start, and every night the whole log and then every row of the read models, as
 * long as the process runs.
 */
export const keepAuditing = (options: Auditing): KeptDoing => {
  const { log, every = usually } = options;
  let hasBegun = false;
  return keepDoing(every, async (signal) => {
    /** A failure is retried at the next check. */
    const attempt = async (work: () => Promise<void>, failed: string): Promise<void> => {
      if (signal.aborted) return;
      await work().catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err }, `${failed}; retrying`);
      });
    };
    await attempt(async () => {
      hasBegun = (await auditWhenDue(options, hasBegun, signal)) || hasBegun;
    }, 'the log was not audited');
    await attempt(
      () => compareWhenDue(options, lastNight(options.now()), signal),
      'rows were not compared with the log',
    );
  });
};

/**
 * A chain that cannot be read, or a log that has lost the place, is checked as a whole, which shows what is
 * wrong.
 */
const unlessLost = (fault: unknown): undefined => {
  if (!isStructural(fault) && !(fault instanceof TreeIncomplete) && !(fault instanceof LogCutShort))
    throw fault;
};

/** @returns false only if there was nothing to audit yet */
const auditWhenDue = async (
  { database, eventStore, directory, now }: Auditing,
  hasBegun: boolean,
  signal: AbortSignal,
): Promise<boolean> => {
  const log = await eventStore.identity();
  if (log === undefined) return false;
  const isBegun = await whileOwning(database, auditing, async () => {
    const whole = await lastWhole(database, log);
    // A time in the future was written by hand, to prevent further audits.
    const isNight = whole !== undefined && (whole < lastNight(now()) || whole > now());
    if (hasBegun && !isNight) return true;
    const since = isNight ? undefined : await lastVerified(database, log);
    const found = since && (await verifyNew({ database, eventStore, since, signal }).catch(unlessLost));
    if (found) {
      const words = `${found.count - since.count} new events are what was recorded.`;
      await keepAudit(database, { kind: 'new', verdict: 'intact', words, log, endedAt: now(), ...found });
      return true;
    }
    const copies = await writtenDown(directory);
    const all = await runAudit({ database, eventStore, copies, now, signal, onProgress: () => undefined });
    return isCompared(all);
  });
  return isBegun ?? true;
};
