/** What does not match, and at which position of the log. */
export type Fault =
  /** The log holds something else there than was recorded. */
  | { readonly kind: 'altered'; readonly position: string }
  /** The log holds an event there that was never recorded. */
  | { readonly kind: 'inserted'; readonly position: string }
  /** It was recorded at another position. */
  | { readonly kind: 'moved'; readonly position: string; readonly recorded: string | null }
  /** Recorded, and not in the log any more; `after` when its own position is not known. */
  | { readonly kind: 'removed'; readonly position: string | null; readonly after: string | null }
  /** More or fewer than were recorded, without a place to point at. */
  | { readonly kind: 'counted'; readonly found: number; readonly recorded: number }
  /** The change log on the trend's page differs. */
  | { readonly kind: 'told'; readonly position: string }
  /** The newest checkpoint of a day is not the beginning of this log. */
  | { readonly kind: 'checkpoint'; readonly position: string }
  /** The published head's name does not match its content. */
  | { readonly kind: 'head' };
