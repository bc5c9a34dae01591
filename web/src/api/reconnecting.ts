import { delayAfter } from '@groundswell/domain/back-off';
import {
  defer,
  map,
  type Observable,
  type RetryConfig,
  repeat,
  retry,
  type SchedulerLike,
  timer,
} from 'rxjs';

const pauses = { first: 1_000, most: 30_000 };

/**
 * Messages of one connection after another. Each starts from the last id received; a connection that ended is
 * reopened soon, and failing ones are retried more and more slowly.
 */
export const reconnecting = <Message extends { readonly id: string }>(
  connect: (lastEventId: string) => Observable<Message>,
  scheduler?: SchedulerLike,
): Observable<Message> =>
  defer(() => {
    let lastEventId = '';
    const backingOff: RetryConfig = {
      delay: (_failure, attempt) => timer(delayAfter(attempt, pauses), scheduler),
      resetOnSuccess: true,
    };
    return defer(() => connect(lastEventId)).pipe(
      // tap would be clearer, but adds to the first script.
      map((message) => {
        if (message.id) lastEventId = message.id;
        return message;
      }),
      retry(backingOff),
      repeat({ delay: () => timer(pauses.first, scheduler) }),
    );
  });
