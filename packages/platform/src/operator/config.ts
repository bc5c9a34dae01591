/** What a command reads to find the parts that it asks. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** Set by `npm run ops` where it is certain that nothing answers: the data directory on which no launcher runs. */
export const nothingRunsOn = (): string | undefined => process.env.NOTHING_RUNS_ON;

/**
 * Tells `npm run ops`, the parent process, that the command prints its own progress from now on.
 * @returns milliseconds that the start has taken; 0 when started in another way
 */
export const sayBegun = (): number => {
  const began = Number(process.env.OPERATOR_BEGAN ?? Number.NaN);
  if (Number.isNaN(began)) return 0;
  process.send?.('begun');
  return Math.max(0, Date.now() - began);
};
