import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type Change, type LiveSource, liveConnection } from './live-connection.js';

/** A browser's stream reader, controlled by the test. */
class Source implements LiveSource {
  readyState = 1;
  closings = 0;
  readonly #listening = new Map<string, (message: MessageEvent) => void>();

  addEventListener(type: string, hear: (message: MessageEvent) => void): void {
    this.#listening.set(type, hear);
  }

  close(): void {
    this.closings += 1;
    this.readyState = 2;
  }

  position(id: string): void {
    this.#listening.get('position')?.(new MessageEvent('position', { lastEventId: id, data: '{}' }));
  }

  breaks(readyState: number): void {
    this.readyState = readyState;
    this.#listening.get('error')?.(new MessageEvent('error'));
  }
}

/** Numbers each opened source, and reports to it what happens. */
const run = (happens: (source: Source, turn: number) => void, milliseconds: number) => {
  const clock = new VirtualTimeScheduler(undefined, milliseconds);
  const opened: number[] = [];
  const sources: Source[] = [];
  const heard: Change[] = [];
  const open = () => {
    const source = new Source();
    opened.push(clock.now());
    const turn = sources.push(source) - 1;
    clock.schedule(() => happens(source, turn));
    return source;
  };
  const subscription = liveConnection(open, clock).subscribe((change) => heard.push(change));
  clock.flush();
  subscription.unsubscribe();
  return { opened, heard, closings: sources.map(({ closings }) => closings) };
};

describe('the stream of changes', () => {
  it('is retried less and less often when it is refused, and continues once there is room', () => {
    const { opened, heard, closings } = run((source, turn) => {
      if (turn < 3) source.breaks(2);
      else source.position('trendList=7');
    }, 60_000);

    expect(opened).toEqual([0, 1_000, 3_000, 7_000]);
    expect(heard).toEqual([{ position: '7', concept_ids: null }]);
    expect(closings).toEqual([1, 1, 1, 1]);
  });

  it('is left to the browser while that reconnects automatically', () => {
    const { opened, heard } = run((source) => {
      source.breaks(0);
      source.position('trendList=8');
    }, 60_000);

    expect(opened).toEqual([0]);
    expect(heard).toHaveLength(1);
  });
});
