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
 * Messages of one connection after the other. Each begins with the id that was heard last; one that ended is opened
 * again soon, and one that failed less and less often while no one answers.
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
      // tap would say it better, and adds to the first script.
      map((message) => {
        if (message.id) lastEventId = message.id;
        return message;
      }),
      retry(backingOff),
      repeat({ delay: () => timer(pauses.first, scheduler) }),
    );
  });
