import { type Accepted, calls } from '@groundswell/contracts';
import { CommandRefused, type Send } from './command-client.js';
import type { DemoChange, DemoConcept, Holding } from './demo-concept.js';

const day = 86_400_000;

/** Refusals that mean another edition of the demo was loaded here before: its data are left as they are. */
const loadedBefore = [
  'IdempotencyKeyReused',
  'ConceptNameTaken',
  'SubConceptNameTaken',
  'AllocationSymbolTaken',
];

/**
 * Loads concepts through staff commands, backdated day by day: the audit shows the log's order next to the
 * days. Each command's key is derived from its place in the demo: loading again, or after an interruption,
 * adds only what is missing.
 * @returns the log position after the last command; 0 when there was nothing to do.
 */
export const loadConcepts = async (
  concepts: readonly DemoConcept[],
  send: Send,
  now: Date,
): Promise<bigint> => {
  const sittings = concepts.flatMap((concept) => {
    const loading = loadConcept(concept, send, now);
    return [concept, ...(concept.changes ?? [])].map(({ daysAgo }) => ({ daysAgo, loading }));
  });
  let last = 0n;
  for (const { loading } of sittings.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const { value: position = 0n } = await loading.next();
    if (position > last) last = position;
  }
  return last;
};

/** Creates a concept, then applies its changes one by one. @yields the log position after each */
async function* loadConcept(
  concept: DemoConcept,
  send: Send,
  now: Date,
): AsyncGenerator<bigint, bigint | undefined> {
  let step = 0;
  let position = 0n;
  const sendAt =
    (daysAgo: number): Send =>
    async (call, body) => {
      step += 1;
      const occurredAt = new Date(now.getTime() - daysAgo * day);
      return send(call, body, { key: `demo:${concept.key}:${step}`, occurredAt });
    };
  const accept = ({ id, position: reached }: Accepted): string => {
    position = BigInt(reached);
    return id;
  };
  try {
    const allocations = new Map<string, string>();
    const creating = sendAt(concept.daysAgo);
    const { name, description } = concept;
    const id = accept(await creating(calls.createNewConcept, { name, description }));
    const parts = new Map<string, string>();
    for (const part of concept.parts) {
      const body = { concept_id: id, name: part.name, description: part.description };
      const partId = accept(await creating(calls.createNewSubConcept, body));
      parts.set(part.name, partId);
      for (const holding of part.holdings) {
        const allocation = await creating(calls.createStockAllocation, allocationOf(holding, partId));
        allocations.set(holding[0], accept(allocation));
      }
    }
    yield position;
    for (const change of concept.changes ?? []) {
      for (const accepted of applyChange(change, { id, parts, allocations }, sendAt(change.daysAgo))) {
        accept(await accepted);
      }
      yield position;
    }
  } catch (error) {
    if (!(error instanceof CommandRefused && loadedBefore.includes(error.code))) throw error;
  }
  return position;
}

interface Loaded {
  readonly id: string;
  /** Ids of sub-concepts by name, and of allocations by symbol. */
  readonly parts: ReadonlyMap<string, string>;
  readonly allocations: Map<string, string>;
}

/** Commands of one change, in order: a new weight fits only after the old one is removed. */
function* applyChange(
  change: DemoChange,
  { id, parts, allocations }: Loaded,
  send: Send,
): Generator<Promise<Accepted>> {
  const { reason, rename, describe, remove = [], add = {} } = change;
  if (rename !== undefined) yield send(calls.renameConcept, { concept_id: id, name: rename, reason });
  if (describe !== undefined)
    yield send(calls.describeConcept, { concept_id: id, description: describe, reason });
  for (const symbol of remove) {
    yield send(calls.removeStockAllocation, { id: allocations.get(symbol) ?? '', reason });
  }
  for (const [part, holdings] of Object.entries(add)) {
    for (const holding of holdings) {
      const body = { ...allocationOf(holding, parts.get(part) ?? ''), reason };
      const adding = send(calls.createStockAllocation, body);
      yield adding.then((accepted) => {
        allocations.set(holding[0], accepted.id);
        return accepted;
      });
    }
  }
}

const allocationOf = ([symbol, company, percent]: Holding, subConcept: string) => ({
  company_name: company,
  stock_symbol: symbol,
  percentage_allocation: percent,
  sub_concept: subConcept,
});
