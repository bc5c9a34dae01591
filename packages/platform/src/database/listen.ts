import type { Log } from '../logging/log.js';
import { backOff, realPause } from '../time/back-off.js';
import type { Database, Session } from './database.js';

export interface Listening {
  readonly listening: boolean;
  /** Settles after the signal aborted and the connection is closed. */
  readonly ended: Promise<void>;
}

interface ListenOptions {
  readonly database: Pick<Database, 'session'>;
  readonly channel: string;
  /** What the notices are about, for the log: "read models". */
  readonly subject: string;
  /**
   * Asks for the current state: after a reconnection, since notices sent meanwhile are lost, and from time to
   * time.
   */
  readonly ask: () => Promise<void>;
  readonly onNotice: (payload: string) => void;
  /** Called when the connection is lost. */
  readonly onLoss?: () => void;
  /** Called after a reconnection: notices sent in between are lost. */
  readonly onGap?: () => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds between two questions while there are no notices; a half-open connection brings none either.
 */
const pollEvery = 2_000;
const pollWhileDeaf = 250;

/** Keeps a connection that listens to a channel, and asks for the state while it is down. */
export const listen = (options: ListenOptions): Listening => {
  const state = { listening: false };
  return {
    get listening() {
      return state.listening;
    },
    ended: Promise.all([keepListening(options, state), keepAsking(options, state)]).then(() => undefined),
  };
};

const keepListening = async (
  { database, channel, subject, ask, onNotice, onLoss, onGap, log, signal }: ListenOptions,
  state: { listening: boolean },
): Promise<void> => {
  const pause = backOff({ most: 2_000 });
  const aborted = new Promise<'aborted'>((resolve) =>
    signal.addEventListener('abort', () => resolve('aborted'), { once: true }),
  );
  while (!signal.aborted) {
    let session: Session | undefined;
    try {
      session = await database.session();
      session.onNotification((_, payload) => onNotice(payload));
      await session.query(`LISTEN ${channel}`);
      await ask().catch(() => undefined);
      onGap?.();
      state.listening = true;
      pause.reset();
      const ending = await Promise.race([session.lost, aborted]);
      if (ending !== 'aborted') onLoss?.();
      if (ending !== 'aborted') log.warn({ err: ending }, `stopped listening for ${subject}, reconnecting`);
    } catch (error) {
      log.warn({ err: error }, `cannot listen for ${subject} yet`);
    }
    state.listening = false;
    // Also one that was refused: a standby of PostgreSQL lets people in, and does not let them listen.
    await session?.close().catch(() => undefined);
    await pause.wait(signal);
  }
};

const keepAsking = async (
  { ask, signal }: ListenOptions,
  state: { readonly listening: boolean },
): Promise<void> => {
  while (!signal.aborted) {
    // While the database is down there is no answer; the next question follows anyway.
    await ask().catch(() => undefined);
    const pause = state.listening ? pollEvery : pollWhileDeaf;
    await realPause(pause, signal);
  }
};
