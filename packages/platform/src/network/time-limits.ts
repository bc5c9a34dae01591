/**
 * How long to wait for PostgreSQL, Redis and the event store, in milliseconds. A frozen process accepts
 * connections and stays silent: only these limits distinguish it from a slow one.
 */
export const timeLimits = {
  /** Until a connection to PostgreSQL is open. */
  connect: 5_000,
  /**
   * How long a connection to PostgreSQL may be idle before keep-alive probes, and the time between two
   * probes.
   */
  firstSign: 10_000,
  nextSign: 5_000,
  /** For the goodbye of a connection, which may not be received. */
  farewell: 1_000,
  /** A statement of a service that answers requests: anyone who asked has given up by then. */
  statement: 15_000,
  /** Silence of a process in the middle of a transaction that others wait for: a frozen one must not keep what it locked. */
  holding: 6_000,
  /** Between two messages of one read of the event store. */
  read: 10_000,
  /**
   * For what a request asks of the event store, counted from when it was received whole: its sender is told within three
   * seconds that we are busy. A wait that begins late gets `lateWait`.
   */
  request: 2_500,
  lateWait: 1_000,
  /** Between two checks of the event store while a subscription is silent. */
  liveness: 5_000,
  /**
   * Silence of Redis while an answer is due: for a producer; for a worker, whose reads block for ten seconds.
   */
  producerSilence: 5_000,
  workerSilence: 15_000,
  /** For a command to Redis in total, and until a connection to it is open. */
  redisCommand: 10_000,
  redisConnect: 2_000,
  /** One check of `/health/ready`, and all of them as the one who asks waits for them. */
  check: 2_000,
  readiness: 2_500,
  /**
   * For someone at a terminal: until a needed part answers, an optional one, or one that is asked why a
   * command is silent; and until the terminal shows what the command waits for.
   */
  neededAnswer: 3_000,
  firstAnswer: 2_000,
  signOfLife: 700,
  quiet: 2_000,
  /** After Ctrl-C, for what a command has to clean up. */
  cleaningUp: 10_000,
} as const;
