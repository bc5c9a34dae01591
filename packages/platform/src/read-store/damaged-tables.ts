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
