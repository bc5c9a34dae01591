/** Someone has altered the tables: nothing can be read from them until they are rebuilt. */
export class DamagedTables extends Error {
  override readonly name = 'DamagedTables';
  constructor(
    /** Names of the read models; of those that were read together one may be damaged alone. */
    readonly readModels: readonly string[],
    cause: unknown,
  ) {
    super(
      `the tables of ${readModels.join(', ')} are damaged: ${cause instanceof Error ? cause.message : ''}`,
      {
        cause,
      },
    );
  }
}

/** For the public, who can only wait; it names what operators have to look at. */
export const rebuildNeeded = (readModels: readonly string[]): string =>
  `This part of Groundswell (${readModels.join(', ')}) is being repaired. Try again in a few minutes.`;

/** The tables that serve are of an older version than this program reads: those of its version are being built. */
export class OlderTables extends Error {
  override readonly name = 'OlderTables';
  constructor(readonly readModels: readonly string[]) {
    super(`the tables of ${readModels.join(', ')} are of an older version`);
  }
}

/** For the public, like `rebuildNeeded`. */
export const updateNeeded = (readModels: readonly string[]): string =>
  `This part of Groundswell (${readModels.join(', ')}) is being brought up to date. Try again in a few minutes.`;
