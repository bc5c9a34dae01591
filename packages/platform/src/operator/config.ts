/** What a command reads to find the parts that it asks. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** Set by `npm run ops` where it is certain that nothing answers: the data directory on which no launcher runs. */
export const nothingRunsOn = (): string | undefined => process.env.NOTHING_RUNS_ON;

/**
 * Tells `npm run ops`, which starts this process, that the command speaks for itself from here on.
 * @returns milliseconds that its start has taken; 0 for anyone who starts it in another way
 */
export const sayBegun = (): number => {
  const began = Number(process.env.OPERATOR_BEGAN ?? Number.NaN);
  if (Number.isNaN(began)) return 0;
  process.send?.('begun');
  return Math.max(0, Date.now() - began);
};
