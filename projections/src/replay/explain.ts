import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import { type Cause, causeOf } from './cause.js';
import type { RowDifference } from './compare.js';
import type { ModelComparison } from './compare-live.js';
import { witnessOf } from './witness.js';

export interface ExplainedDifference extends RowDifference {
  readonly readModel: string;
  readonly cause: Cause;
}

/** Differing rows to explain, per table. */
export const mostExplained = 5;

/** The first differing rows, each with the events it comes from. */
export const explain = async (
  { database, eventStore }: { readonly database: Database; readonly eventStore: EventStore },
  models: readonly ReadModel[],
  comparisons: readonly ModelComparison[],
): Promise<ExplainedDifference[]> => {
  const differences: ExplainedDifference[] = [];
  const witness = witnessOf(database, eventStore);
  for (const { readModel, tables, position } of comparisons) {
    const model = models.find(({ name }) => name === readModel);
    for (const difference of model ? tables.flatMap(({ first }) => first) : []) {
      const cause = await causeOf(
        eventStore,
        model ?? { categories: [] },
        difference,
        position ?? 0n,
        witness,
      );
      differences.push({ readModel, ...difference, cause });
    }
  }
  return differences;
};
