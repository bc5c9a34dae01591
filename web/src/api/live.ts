import { NEVER, type Observable, ReplaySubject, share, switchMap, timer } from 'rxjs';
import { inSight$ } from './in-sight.js';
import { type Change, liveConnection } from './live-connection.js';

const connection = liveConnection(() => new EventSource('/api/live'));

/**
 * Live changes, connected while the page is visible. A late listener also gets those of the last seconds, and
 * the connection outlives a navigation: no change is lost in between.
 */
export const liveChanges$: Observable<Change> = inSight$.pipe(
  switchMap((inSight) => (inSight ? connection : NEVER)),
  share({ connector: () => new ReplaySubject(100, 20_000), resetOnRefCountZero: () => timer(10_000) }),
);
