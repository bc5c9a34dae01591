/** What a command reads to find the parts that it asks. */
export const surroundings = (): Readonly<Record<string, string | undefined>> => process.env;

/** Set by `npm run ops` where it is certain that nothing answers: the data directory on which no launcher runs. */
export const nothingRunsOn = (): string | undefined => process.env.NOTHING_RUNS_ON;
