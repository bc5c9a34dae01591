/**
 * How long anyone waits for PostgreSQL, Redis and the event store, in milliseconds. A part that is frozen takes connections
 * and says nothing: these limits alone tell it from one that is slow.
 */
export const timeLimits = {
  /** Until a connection to PostgreSQL stands. */
  connect: 5_000,
  /** Of rest, after which a connection to PostgreSQL is asked for a sign of life, and between two such questions. */
  firstSign: 10_000,
  nextSign: 5_000,
  /** For the farewell of a connection, which no one may hear. */
  farewell: 1_000,
  /** A statement of a service that answers requests: anyone who asked has given up by then. */
  statement: 15_000,
  /** Between two messages of one read of the event store. */
  read: 10_000,
  /** Between two looks at the event store while a subscription says nothing. */
  liveness: 5_000,
  /** Without a word of Redis while an answer is due: of who enqueues; of a worker, whose reads block for ten seconds. */
  producerSilence: 5_000,
  workerSilence: 15_000,
  /** A command to Redis in all, and until a connection to it stands. */
  redisCommand: 10_000,
  redisConnect: 2_000,
  /** One check of `/health/ready`, and all of them as the one who asks waits for them. */
  check: 2_000,
  readiness: 2_500,
  /**
   * For whoever is at a terminal: until a part has answered at all that a command needs, or one that it does without,
   * or one that is asked why a command is so quiet; and until they are told what is waited for.
   */
  neededAnswer: 3_000,
  firstAnswer: 2_000,
  signOfLife: 700,
  quiet: 2_000,
  /** After Ctrl-C, for what a command has to clean up. */
  cleaningUp: 10_000,
} as const;
