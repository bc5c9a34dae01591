import { type conceptCalls, percentOf, type ResponseOf } from '@groundswell/contracts';
import type { GrowthInputs, StoredChange } from '@groundswell/projections';

type Changes = ResponseOf<typeof conceptCalls.getConceptChanges>['changes'];
type Entries = ResponseOf<typeof conceptCalls.getAudit>['entries'];
type Calculation = ResponseOf<typeof conceptCalls.getConceptCalculation>['calculation'];

/** A change in its public form: what, when and why, but not who. */
export const toChange = (change: StoredChange): Changes[number] => ({
  position: change.position,
  occurred_at: change.occurred_at.toISOString(),
  recorded_at: change.recorded_at.toISOString(),
  kind: change.kind,
  reason: change.reason,
  lines: change.lines.map((line) => ({ ...line })),
});

/** A change in the form for staff. */
export const toEntry = (change: StoredChange): Entries[number] => ({
  ...toChange(change),
  concept: { id: change.concept_id, name: change.name_today },
  actor: { id: change.actor_id, role: change.actor_role },
  revision: change.revision,
  correlation_id: change.correlation_id,
});

/** The inputs of a number, so that anyone can recompute it. */
export const toCalculation = (inputs: GrowthInputs): Calculation => {
  const [first, last] = [inputs.points[0], inputs.points.at(-1)];
  if (!first || !last || !inputs.provenance) return null;
  return {
    first_session: first[0],
    last_session: last[0],
    portfolio_value: last[1],
    benchmark_value: last[2],
    performance: inputs.performance,
    provenance: inputs.provenance,
    tracked_since: inputs.tracked_since,
    missing_prices: inputs.missing.map((each) => ({ ...each })),
    compositions: inputs.history.map(({ date, holdings }) => ({
      date,
      holdings: holdings.map(({ symbol, weight }) => ({ symbol, percent: percentOf(weight) })),
    })),
  };
};
