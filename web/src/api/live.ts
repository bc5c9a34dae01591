import type { LiveChange } from '@groundswell/contracts';
import { fromEvent, map, NEVER, Observable, share, startWith, switchMap } from 'rxjs';

/** Messages of the live stream. The browser connects again by itself, and says which message it saw last. */
const connection = new Observable<LiveChange>((subscriber) => {
  const source = new EventSource('/api/live');
  source.addEventListener('changed', ({ data }) => subscriber.next(JSON.parse(data) as LiveChange));
  return () => source.close();
});

/** Changes as they happen; connected only while somebody listens and the page is in sight. */
export const liveChanges$: Observable<LiveChange> = fromEvent(document, 'visibilitychange').pipe(
  startWith(null),
  map(() => document.visibilityState === 'visible'),
  switchMap((inSight) => (inSight ? connection : NEVER)),
  share(),
);
