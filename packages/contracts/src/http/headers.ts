/** Headers of our own; lower case, as Node hands them over. */
export const headers = {
  /** On a POST: one key per submission. A repeat answers as the first one did. */
  idempotencyKey: 'idempotency-key',
  /** On a GET: the log position the answer must have reached (read your own write). */
  readAfter: 'read-after',
  /** On the answer to a GET: the log position that the read model is at. */
  readPosition: 'read-position',
  /** `true` on the answer to a GET that gave up waiting for `read-after`. */
  readStale: 'read-stale',
  /** On a POST: the revision (as in an `etag`) that the change was made upon; another one is answered with 409. */
  ifMatch: 'if-match',
  /** On the answer to a command: the revision of what it changed. */
  etag: 'etag',
  /** On a POST of staff: when the change took effect (ISO 8601). Honoured only with DEMO_TIME_TRAVEL=true. */
  occurredAt: 'x-occurred-at',
  /** On a POST that needs it: what `/user/prove/` gave for this call. */
  identityProof: 'identity-proof',
  correlationId: 'x-correlation-id',
} as const;
