import { concat, type Observable, of, throwError, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { reconnecting } from './reconnecting.js';

type Message = { readonly id: string };

/** Uses the given connections in order; records when each was opened, and with what. */
const run = (connections: readonly Observable<Message>[], milliseconds: number) => {
  const clock = new VirtualTimeScheduler(undefined, milliseconds);
  const opened: [at: number, lastEventId: string][] = [];
  const left = [...connections];
  const connect = (lastEventId: string): Observable<Message> => {
    opened.push([clock.now(), lastEventId]);
    return left.shift() ?? throwError(() => new Error('Nobody answers.'));
  };
  reconnecting(connect, clock).subscribe();
  clock.flush();
  return opened;
};

describe('a stream that is connected again', () => {
  it('continues from the last message, a second after it ended', () => {
    const ended = of({ id: '7' }, { id: '' });

    expect(run([ended, ended], 1_500)).toEqual([
      [0, ''],
      [1_000, '7'],
    ]);
  });

  it('retries less and less often without an answer, and at least every half minute', () => {
    expect(run([], 95_000).map(([at]) => at)).toEqual([
      0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000,
    ]);
  });

  it('returns to short pauses once there was an answer', () => {
    const cut = concat(
      of({ id: '9' }),
      throwError(() => new Error('Cut.')),
    );
    const silent = throwError(() => new Error('Nobody answers.'));

    expect(run([silent, silent, cut], 4_500)).toEqual([
      [0, ''],
      [1_000, ''],
      [3_000, ''],
      [4_000, '9'],
    ]);
  });
});
