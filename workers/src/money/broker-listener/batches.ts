/**
 * Groups items into batches of everything that arrived while the last batch was handled. Never waits to fill
 * a batch; the source pauses while `most` items wait.
 */
export async function* inBatches<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let waiting: T[] = [];
  let ended = false;
  let wake = (): void => undefined;
  let makeRoom = (): void => undefined;
  const pump = async (): Promise<void> => {
    try {
      for await (const item of items) {
        waiting.push(item);
        wake();
        while (waiting.length >= most) {
          await new Promise<void>((resolve) => {
            makeRoom = resolve;
          });
        }
      }
    } finally {
      ended = true;
      wake();
    }
  };
  const pumping = pump();
  pumping.catch(() => undefined);
  for (;;) {
    const batch = waiting;
    waiting = [];
    makeRoom();
    if (batch.length > 0) yield batch;
    else if (ended) break;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  await pumping;
}
