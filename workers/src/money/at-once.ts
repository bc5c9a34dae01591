/** Acts on each item, so many at a time. The first failure ends it once those under way have ended. */
export const eachAtOnce = async <T>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const turns = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of waiting) await act(item);
  });
  const ends = await Promise.allSettled(turns);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
};
