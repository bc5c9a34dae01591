import { fromEvent, map, merge, startWith } from 'rxjs';

/**
 * Whether the page is visible. Said again once the device is back online: a connection from before may be dead, and would
 * stay silent for a while.
 */
export const inSight$ = merge(fromEvent(document, 'visibilitychange'), fromEvent(window, 'online')).pipe(
  startWith(null),
  map(() => document.visibilityState === 'visible'),
);
