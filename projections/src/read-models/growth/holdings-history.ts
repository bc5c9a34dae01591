import { idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable } from '@groundswell/platform/read-store';
import { type Composition, effectiveDateOf, type Holding } from './composition.js';

/** What a concept held, and from when on. */
export interface HoldingsHistory {
  readonly id: string;
  /** By allocation id: what is held now. */
  readonly held: Readonly<Record<string, Holding>>;
  /** In the order in which they were made; one a day at most, starting with the first that held something. */
  readonly history: readonly Composition[];
  /** Every symbol that was ever held. */
  readonly symbols: readonly string[];
}

type Held = HoldingsHistory['held'];

const reweighted = (
  held: Held,
  weights: readonly { readonly allocationId: string; readonly weight: number }[],
): Held => {
  const next = { ...held };
  for (const { allocationId, weight } of weights) {
    const holding = next[allocationId];
    if (holding) next[allocationId] = { ...holding, weight };
  }
  return next;
};

const heldAfter = (held: Held, event: RecordedEvent): Held => {
  switch (event.type) {
    case 'AllocationAdded': {
      const { allocationId, symbol, weight } = event.data;
      return { ...held, [allocationId]: { symbol, weight } };
    }
    case 'AllocationRemoved': {
      const { [event.data.allocationId]: _removed, ...others } = held;
      return others;
    }
    case 'AllocationWeightChanged':
      return reweighted(held, [event.data]);
    case 'AllocationsRebalanced':
      return reweighted(held, event.data.weights);
    default:
      return held;
  }
};

/** Most changes bring no symbol that was never held. */
const withSymbols = (symbols: readonly string[], holdings: readonly Holding[]): readonly string[] =>
  holdings.every(({ symbol }) => symbols.includes(symbol))
    ? symbols
    : [...new Set([...symbols, ...holdings.map(({ symbol }) => symbol)])].sort();

const evolve = (row: HoldingsHistory | undefined, event: RecordedEvent): HoldingsHistory | undefined => {
  if (event.type === 'ConceptCreated')
    return { id: event.data.conceptId, held: {}, history: [], symbols: [] };
  if (!row) return undefined;
  const held = heldAfter(row.held, event);
  if (held === row.held) return row;
  // In the order of symbols: the table gives an object's keys back in an order of its own.
  const holdings = Object.values(held).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  if (holdings.length === 0 && row.history.length === 0) return { ...row, held };
  const before = row.history.at(-1);
  const date = effectiveDateOf(event.metadata.occurredAt);
  // A change that is recorded late never reaches back behind one that was recorded before it.
  const composition = { date: before && before.date > date ? before.date : date, holdings };
  const kept = before?.date === composition.date ? row.history.slice(0, -1) : row.history;
  return { ...row, held, history: [...kept, composition], symbols: withSymbols(row.symbols, holdings) };
};

export const holdingsHistory: RowTable<HoldingsHistory> = {
  name: 'holdings_history',
  key: 'id',
  columns: { id: 'text', held: 'jsonb', history: 'jsonb', symbols: 'jsonb' },
  indexes: ['CREATE INDEX holdings_history_symbols ON holdings_history USING gin (symbols)'],
  keyOf: ({ stream }) => (stream.startsWith('concept-') ? idOfStream(stream) : undefined),
  evolve,
};
