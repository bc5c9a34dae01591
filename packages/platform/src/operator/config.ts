/** Set by `npm run ops` where it is certain that nothing answers: the data directory on which no launcher runs. */
export const nothingRunsOn = (): string | undefined => process.env.NOTHING_RUNS_ON;
