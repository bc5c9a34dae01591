/** Headers of our own; lower case, as Node hands them over. */
export const headers = {
  /** On a POST: one key per submission. A repeat answers as the first one did. */
  idempotencyKey: 'idempotency-key',
  /** On a GET: the log position the answer must have reached (read your own write). */
  readAfter: 'read-after',
  /** On the answer to a GET: the log position that the read model stands at. */
  readPosition: 'read-position',
  /** `true` on the answer to a GET that gave up waiting for `read-after`. */
  readStale: 'read-stale',
  correlationId: 'x-correlation-id',
} as const;
