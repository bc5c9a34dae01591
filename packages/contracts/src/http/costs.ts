/** Limits for requests of one kind. One network may be a whole office. */
export interface CostLimits {
  /** Concurrent requests in one process: in total, and per network. */
  readonly atOnce: number;
  readonly ofNetwork: number;
  /** Of all networks together that were just told to come back later: a flood from many costs no more than this. */
  readonly ofRefused: number;
  /** Requests of one network: per second, a quarter of it while it was just told to come back later, and in a burst after a pause. */
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Kinds of load, from a read of memory to a stream that stays open. A request beyond its kind's limits gets
 * 503 with `Retry-After` before anything reads its body. People have further limits, by address or account.
 */
export const costs = {
  /** A response held in memory, or one small query. */
  read: { atOnce: 400, ofNetwork: 64, ofRefused: 100, perSecond: 100, burst: 300 },
  /** Reads a lot of data: histories, proofs, files. */
  scan: { atOnce: 32, ofNetwork: 8, ofRefused: 8, perSecond: 10, burst: 60 },
  /** Appends to the log. */
  command: { atOnce: 200, ofNetwork: 32, ofRefused: 20, perSecond: 20, burst: 60 },
  /** A command about money, which also waits for the vault. */
  money: { atOnce: 100, ofNetwork: 16, ofRefused: 10, perSecond: 10, burst: 50 },
  /** Recorded now, answered later by mail. */
  mail: { atOnce: 100, ofNetwork: 16, ofRefused: 8, perSecond: 5, burst: 40 },
  /**
   * Hashes a password, which takes 64 MiB and a processor. Requests wait for that in a queue of their own, by network, so there
   * are places for many networks; each has more than the 100 sign-ins a minute that are let through afterwards.
   */
  password: { atOnce: 400, ofNetwork: 12, ofRefused: 8, perSecond: 2, burst: 20 },
  /** Opens, renews or ends a session. */
  session: { atOnce: 200, ofNetwork: 32, ofRefused: 20, perSecond: 20, burst: 100 },
  /** Megabytes that come, and are drawn again. */
  upload: { atOnce: 16, ofNetwork: 2, ofRefused: 4, perSecond: 1, burst: 10 },
  /** Stays open as long as its reader does, so that one who was refused needs a place like any other. */
  stream: { atOnce: 4_000, ofNetwork: 200, ofRefused: 4_000, perSecond: 20, burst: 300 },
  /** Not a call: screens and files of the web app, and unknown paths. */
  file: { atOnce: 400, ofNetwork: 64, ofRefused: 100, perSecond: 200, burst: 600 },
} as const satisfies Record<string, CostLimits>;

export type Cost = keyof typeof costs;
