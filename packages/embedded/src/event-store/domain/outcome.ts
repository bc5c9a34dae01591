/** How an append or a deletion ended; each wire answer says the same in its own words. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  /** An append of no events. `revision` is that of the last event of the stream, -1 for none. */
  | { readonly kind: 'nothing to write'; readonly revision: number }
  | { readonly kind: 'wrong expected revision'; readonly current: number }
  | { readonly kind: 'stream deleted' }
  | { readonly kind: 'too large' }
  | { readonly kind: 'access denied' }
  | { readonly kind: 'bad request'; readonly reason: string }
  /** Not begun within the time there was, or begun by an equal append that was not committed yet: it may be written. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string };

export type Refusal = Exclude<Outcome, { readonly kind: 'written' | 'nothing to write' }>;
