import { idOfStream } from '@groundswell/contracts';
import { type Allocation, allocationsAfter } from '@groundswell/domain/concept';
import { type Composition, effectiveDateOf, type Holding } from '@groundswell/domain/growth';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable, Trail } from '@groundswell/platform/read-store';
import { dayOfChange } from '../../concept/day-of-change.js';

interface Held extends Holding {
  readonly allocationId: string;
}

/** A concept's holdings, and since when. */
export interface ConceptHoldings {
  readonly id: string;
  /** In the order they were added. */
  readonly held: readonly Held[];
  /** The date from which the present holdings count; null before the first. */
  readonly effective_on: string | null;
  /** Every symbol ever held. */
  readonly symbols: readonly string[];
}

const keep = ({ allocationId, symbol, weight }: Allocation): Held => ({ allocationId, symbol, weight });

/** Most changes add no new symbol. */
const withSymbol = (symbols: readonly string[], event: RecordedEvent): readonly string[] =>
  event.type !== 'AllocationAdded' || symbols.includes(event.data.symbol)
    ? symbols
    : [...symbols, event.data.symbol].sort();

const none: readonly Allocation[] = [];
/** Whether a concept begins, or holds something else after the event. */
export const changesHoldings = (event: RecordedEvent): boolean =>
  event.type === 'ConceptCreated' || allocationsAfter(none, event, (added) => added) !== none;

const evolve = (row: ConceptHoldings | undefined, event: RecordedEvent): ConceptHoldings | undefined => {
  if (event.type === 'ConceptCreated')
    return { id: event.data.conceptId, held: [], effective_on: null, symbols: [] };
  if (!row) return undefined;
  const held = allocationsAfter(row.held, event, keep);
  if (held === row.held) return row;
  if (held.length === 0 && row.effective_on === null) return { ...row, held };
  const effective_on = dayOfChange(row.effective_on, effectiveDateOf(event.metadata.occurredAt));
  return { ...row, held, effective_on, symbols: withSymbol(row.symbols, event) };
};

/** Holdings from a date on, valid until the next entry. */
interface DatedHoldings extends Composition {
  readonly concept_id: string;
}

const compositions: Trail<ConceptHoldings, DatedHoldings> = {
  name: 'held_composition',
  key: ['concept_id', 'date'],
  columns: { concept_id: 'text', date: 'text', holdings: 'jsonb' },
  at: ({ effective_on }) => effective_on,
  entryOf: ({ id, held, effective_on }) => ({
    concept_id: id,
    date: effective_on ?? '',
    holdings: held
      .map(({ symbol, weight }) => ({ symbol, weight }))
      .sort((one, other) => (one.symbol < other.symbol ? -1 : 1)),
  }),
};

export const conceptHoldings: RowTable<ConceptHoldings> = {
  name: 'concept_holdings',
  key: 'id',
  columns: { id: 'text', held: 'jsonb', effective_on: 'text?', symbols: 'jsonb' },
  indexes: ['CREATE INDEX IF NOT EXISTS concept_holdings_symbols ON concept_holdings USING gin (symbols)'],
  keyOf: (event) => (changesHoldings(event) ? idOfStream(event.stream) : undefined),
  evolve,
  trail: compositions,
};
