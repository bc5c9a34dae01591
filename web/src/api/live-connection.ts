import type { LiveChange } from '@groundswell/contracts';
import { map, Observable, type SchedulerLike } from 'rxjs';
import { highestIn } from './positions.js';
import { reconnecting } from './reconnecting.js';

/** A change at a log position; `concept_ids` is null when the affected trends are unknown. The first one is of no read model. */
export type Change = Pick<LiveChange, 'position' | 'concept_ids'> & Partial<Pick<LiveChange, 'read_model'>>;

interface Heard {
  readonly id: string;
  readonly change: Change;
}

/** The parts of the browser's EventSource used here. */
export interface LiveSource {
  readonly readyState: number;
  addEventListener(type: string, hear: (message: MessageEvent) => void): void;
  close(): void;
}

const closed = 2;

/** Fails once the browser has given up: it reconnects after a broken connection, but not after a refusal. */
const messages = (open: () => LiveSource): Observable<Heard> =>
  new Observable((subscriber) => {
    const source = open();
    source.addEventListener('changed', ({ data, lastEventId }) =>
      subscriber.next({ id: lastEventId, change: JSON.parse(data) as LiveChange }),
    );
    // Sent first: the positions of all read models. What changed before is unknown.
    source.addEventListener('position', ({ lastEventId }) =>
      subscriber.next({
        id: lastEventId,
        change: { position: highestIn(lastEventId), concept_ids: null },
      }),
    );
    source.addEventListener('error', () => {
      if (source.readyState === closed) subscriber.error(new Error('The live stream was refused.'));
    });
    return () => source.close();
  });

/** Changes as they happen. Without a stream there are none, and it reconnects less and less often. */
export const liveConnection = (open: () => LiveSource, scheduler?: SchedulerLike): Observable<Change> =>
  reconnecting(() => messages(open), scheduler).pipe(map(({ change }) => change));
