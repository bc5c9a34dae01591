/** How an append or a deletion ended; each protocol message expresses the same in its own way. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  /** An append without events. `revision` is that of the stream's last event, -1 if there is none. */
  | { readonly kind: 'nothing to write'; readonly revision: number }
  | { readonly kind: 'wrong expected revision'; readonly current: number }
  | { readonly kind: 'stream deleted' }
  | { readonly kind: 'too large' }
  | { readonly kind: 'access denied' }
  | { readonly kind: 'bad request'; readonly reason: string }
  /** Not started in time, or started by an equal append that is not committed yet: it may be written. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string };

export type Refusal = Exclude<Outcome, { readonly kind: 'written' | 'nothing to write' }>;
