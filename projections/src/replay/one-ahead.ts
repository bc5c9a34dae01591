/** Lets what was just begun go on its way before more is asked for. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Asks for the next item while the last one is being handled: the log is read and decoded while the database writes.
 * Never more than one ahead, so that memory stays flat.
 */
export async function* oneAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let coming = items.next();
  try {
    for (;;) {
      const { value, done } = await coming;
      if (done) return;
      coming = nextTurn().then(() => items.next());
      // Heard at the next turn, when there is one.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    void items.return?.().catch(() => undefined);
  }
}
