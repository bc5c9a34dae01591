import { setTimeout } from 'node:timers/promises';
import type { Log } from '../logging/log.js';
import { backOff } from '../time/back-off.js';
import type { Database } from './database.js';

export interface Listening {
  readonly listening: boolean;
  /** Settles after the signal aborted and the connection is closed. */
  readonly ended: Promise<void>;
}

interface ListenOptions {
  readonly database: Pick<Database, 'session'>;
  readonly channel: string;
  /** What is told there, for the log: "read models". */
  readonly subject: string;
  /** Asks for the state as it is: after a connection, since what was told meanwhile is lost, and now and then. */
  readonly ask: () => Promise<void>;
  readonly onNotice: (payload: string) => void;
  /** Hears again, of everything but what was told while there was no connection. */
  readonly onGap?: () => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Milliseconds between two questions while nothing was heard; a half-open connection says nothing either. */
const pollEvery = 2_000;
const pollWhileDeaf = 250;

/** Keeps a connection that hears the notices of a channel, and asks for the state while there is none. */
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
  { database, channel, subject, ask, onNotice, onGap, log, signal }: ListenOptions,
  state: { listening: boolean },
): Promise<void> => {
  const pause = backOff({ most: 2_000 });
  const aborted = new Promise<'aborted'>((resolve) =>
    signal.addEventListener('abort', () => resolve('aborted'), { once: true }),
  );
  while (!signal.aborted) {
    try {
      const session = await database.session();
      session.onNotification((_, payload) => onNotice(payload));
      await session.query(`LISTEN ${channel}`);
      await ask().catch(() => undefined);
      onGap?.();
      state.listening = true;
      pause.reset();
      const ending = await Promise.race([session.lost, aborted]);
      await session.close().catch(() => undefined);
      if (ending !== 'aborted') log.warn({ err: ending }, `stopped listening for ${subject}, reconnecting`);
    } catch (error) {
      log.warn({ err: error }, `cannot listen for ${subject} yet`);
    }
    state.listening = false;
    await pause.wait(signal);
  }
};

const keepAsking = async (
  { ask, signal }: ListenOptions,
  state: { readonly listening: boolean },
): Promise<void> => {
  while (!signal.aborted) {
    // While the database is away nothing is answered; the next question comes anyway.
    await ask().catch(() => undefined);
    const pause = state.listening ? pollEvery : pollWhileDeaf;
    await setTimeout(pause, undefined, { signal }).catch(() => undefined);
  }
};
