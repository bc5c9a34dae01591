import type { LiveChange } from '@groundswell/contracts';
import { fromEvent, map, NEVER, Observable, ReplaySubject, share, startWith, switchMap, timer } from 'rxjs';
import { highestIn } from './positions.js';

/** Something changed at a position of the log; `concept_ids` is null when it is not known what. */
export type Change = Pick<LiveChange, 'position' | 'concept_ids'>;

/** Messages of the live stream. The browser connects again by itself, and says which message it saw last. */
const connection = new Observable<Change>((subscriber) => {
  const source = new EventSource('/api/live');
  source.addEventListener('changed', ({ data }) => subscriber.next(JSON.parse(data) as LiveChange));
  // Sent first: where everything stands. What changed before that is not known.
  source.addEventListener('standing', ({ lastEventId }) =>
    subscriber.next({ position: highestIn(lastEventId), concept_ids: null }),
  );
  return () => source.close();
});

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
