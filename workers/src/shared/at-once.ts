/**
 * Acts on each item with limited concurrency. After the first failure nothing more is started; it is thrown
 * once the work in progress has ended.
 */
export const eachAtOnce = async <T>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const failures: unknown[] = [];
  const takeTurns = async (): Promise<void> => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      try {
        await act(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
};
