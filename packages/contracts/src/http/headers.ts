/** Groundswell's HTTP headers, in lower case as Node delivers them. */
export const headers = {
  /** On a POST: one key per submission. A repeat gets the response of the first. */
  idempotencyKey: 'idempotency-key',
  /** On a GET: the log position the response must include (read your own writes). */
  readAfter: 'read-after',
  /** On the response to a GET: the log position that all of it reflects: what changed later may be missing. */
  readPosition: 'read-position',
  /** `true` on the response to a GET that gave up waiting for `read-after`. */
  readStale: 'read-stale',
  /**
   * On a POST: the revision (as in an `etag`) that the change is based on. Any other current revision gives 409.
   */
  ifMatch: 'if-match',
  /** On the response to a command: the revision of what it changed. */
  etag: 'etag',
  /** On a POST by staff: when the change took effect (ISO 8601). Honored only with DEMO_TIME_TRAVEL=true. */
  occurredAt: 'x-occurred-at',
  /** On a POST that requires it: the proof `/user/prove/` issued for this call. */
  identityProof: 'identity-proof',
  /**
   * On an answer 429 of a service: `person` when the limit is of the one who is signed in, not of their network. The gateway
   * removes it.
   */
  limitOf: 'x-limit-of',
  correlationId: 'x-correlation-id',
} as const;
