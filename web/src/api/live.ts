import {
  fromEvent,
  map,
  NEVER,
  type Observable,
  ReplaySubject,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { type Change, liveConnection } from './live-connection.js';

const connection = liveConnection(() => new EventSource('/api/live'));

/**
 * Changes as they happen, connected while the page is in sight. Those of the last seconds are told to a late listener
 * too, and the connection outlives the way from one screen to the next: no change falls in between.
 */
export const liveChanges$: Observable<Change> = fromEvent(document, 'visibilitychange').pipe(
  startWith(null),
  map(() => document.visibilityState === 'visible'),
  switchMap((inSight) => (inSight ? connection : NEVER)),
  share({ connector: () => new ReplaySubject(100, 20_000), resetOnRefCountZero: () => timer(10_000) }),
);
