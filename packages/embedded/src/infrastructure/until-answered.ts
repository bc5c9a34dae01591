import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Of a server that listens, but still recovers from a crash, or that is shutting down. */
const cannotConnectNow = '57P03';
const isStarting = (fault: unknown): boolean =>
  fault instanceof pg.DatabaseError &&
  fault.code === cannotConnectNow &&
  // Nothing but the message tells one from the other.
  !fault.message.includes('shutting down');

/**
 * Waits until a server of PostgreSQL answers. One that says that it is still starting gets all the time it takes: after a
 * crash it replays its log, and would start over if it were killed.
 * @param patience milliseconds for which it may say nothing
 * @param onStarting is told for how many milliseconds it has been starting, each time it says so
 * @returns false when it has said nothing for so long, or has ended
 */
export const untilAnswered = async (
  url: string,
  isRunning: () => boolean,
  patience: number,
  onStarting: (milliseconds: number) => void,
): Promise<boolean> => {
  const begun = performance.now();
  let heard = begun;
  while (isRunning()) {
    const asked = performance.now();
    const answer = await answerOf(url);
    if (answer === 'ready') return true;
    if (answer === 'starting') {
      heard = performance.now();
      onStarting(heard - begun);
    } else if (asked - heard >= patience) return false;
    // Rarer and rarer: PostgreSQL logs each attempt.
    await delay(Math.min(500, 10 + (asked - begun) / 20));
  }
  return false;
};

const answerOf = async (connectionString: string): Promise<'ready' | 'starting' | 'none'> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return 'ready';
  } catch (fault) {
    return isStarting(fault) ? 'starting' : 'none';
  } finally {
    await client.end().catch(() => undefined);
  }
};
