import {
  defer,
  type Observable,
  type RetryConfig,
  repeat,
  retry,
  type SchedulerLike,
  tap,
  timer,
} from 'rxjs';

const pause = 1_000;
const longestPause = 30_000;

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
      delay: (_failure, attempt) => timer(Math.min(longestPause, pause * 2 ** (attempt - 1)), scheduler),
      resetOnSuccess: true,
    };
    return defer(() => connect(lastEventId)).pipe(
      tap(({ id }) => {
        if (id) lastEventId = id;
      }),
      retry(backingOff),
      repeat({ delay: () => timer(pause, scheduler) }),
    );
  });
