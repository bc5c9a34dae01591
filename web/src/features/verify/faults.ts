/** A mismatch, and its position in the log. */
export type Fault =
  /** The log holds something else there than was recorded. */
  | { readonly kind: 'altered'; readonly position: string }
  /** The log holds an event there that was never recorded. */
  | { readonly kind: 'inserted'; readonly position: string }
  /** It was recorded at another position. */
  | { readonly kind: 'moved'; readonly position: string; readonly recorded: string | null }
  /** Recorded, but no longer in the log; `after` when its own position is unknown. */
  | { readonly kind: 'removed'; readonly position: string | null; readonly after: string | null }
  /** More or fewer events than recorded, without a known position. */
  | { readonly kind: 'counted'; readonly found: number; readonly recorded: number }
  /** The change log on the trend's page differs. */
  | { readonly kind: 'told'; readonly position: string }
  /** The newest signed checkpoint is not the beginning of this log, or its hash is wrong. */
  | { readonly kind: 'checkpoint'; readonly position: string }
  /** The published head's name does not match its content. */
  | { readonly kind: 'head' };
