/** Two-sided p-value of the Mann-Whitney test: how likely two samples of one distribution differ this much. */
export const mannWhitney = (one: readonly number[], other: readonly number[]): number => {
  const all = [
    ...one.map((value) => ({ value, own: true })),
    ...other.map((value) => ({ value, own: false })),
  ];
  all.sort((left, right) => left.value - right.value);
  const rankSum = all.reduce((sum, { own }, index) => sum + (own ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(Math.abs(u - (n * m) / 2) / deviation));
};

/** The normal distribution, to five places (Abramowitz and Stegun, 26.2.17). */
const normal = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = terms.reduceRight((sum, term) => (sum + term) * t, 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
};

/** Milliseconds of many runs of two kinds, in random order so that no other factor separates them. */
export const timeBoth = async (
  runs: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<{ one: number[]; other: number[] }> => {
  const times = { one: [] as number[], other: [] as number[] };
  const kinds = Array.from({ length: runs * 2 }, (_, run) =>
    run % 2 ? ('one' as const) : ('other' as const),
  );
  const shuffled = kinds.map((kind) => ({ kind, order: Math.random() })).sort((a, b) => a.order - b.order);
  for (const { kind } of shuffled) {
    const started = performance.now();
    await (kind === 'one' ? one() : other());
    times[kind].push(performance.now() - started);
  }
  return times;
};
