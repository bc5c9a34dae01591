import type { OwnChange } from '@groundswell/contracts';
import { combineLatest, filter, map, NEVER, Observable, ReplaySubject, share, switchMap, timer } from 'rxjs';
import { session$ } from '../session/session.js';
import { openStream } from './browser-client.js';
import { inSight$ } from './in-sight.js';
import { reconnecting } from './reconnecting.js';
import { type ServerSentEvent, serverSentEvents, within } from './server-sent-events.js';

/** Something of one's own changed at a position of the log; `about` is null when it is unknown what. */
export interface Own {
  readonly about: OwnChange['about'] | null;
  readonly position: string;
}

/** The server answers at once, and sends a keep-alive every 15 seconds. After a longer silence the connection counts as dead. */
const silence = 45_000;

/** One connection: a fetch, since the browser's EventSource cannot send a token. */
const connection = (lastEventId: string): Observable<ServerSentEvent> =>
  new Observable((subscriber) => {
    const leaving = new AbortController();
    const listen = async () => {
      const opening = openStream('liveOwn', {
        headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
        signal: leaving.signal,
      });
      const { ok, status, body } = await within(opening, silence);
      if (!ok || !body) throw new Error(`The live stream was answered with ${status}.`);
      for await (const message of serverSentEvents(body, silence)) subscriber.next(message);
    };
    listen().then(
      () => subscriber.complete(),
      (failure: unknown) => subscriber.error(failure),
    );
    return () => leaving.abort();
  });

const changeIn = ({ event, id, data }: ServerSentEvent): Own | undefined => {
  if (event === 'changed') return JSON.parse(data) as OwnChange;
  // Sent first: the position of the last change, without what it was about.
  return event === 'position' ? { about: null, position: id } : undefined;
};

const connected = reconnecting(connection).pipe(
  map(changeIn),
  filter((change) => change !== undefined),
);

/** Changes of the signed-in person's data as they happen; silent while signed out or while the page is hidden. */
export const ownChanges$: Observable<Own> = combineLatest([inSight$, session$]).pipe(
  switchMap(([inSight, session]) => (inSight && session.status === 'signed-in' ? connected : NEVER)),
  share({ connector: () => new ReplaySubject(100, 20_000), resetOnRefCountZero: () => timer(10_000) }),
);
