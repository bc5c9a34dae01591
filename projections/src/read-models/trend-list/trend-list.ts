import { idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';

/** One trend as shown in the list, with its search fields. */
export interface Card {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  /** "Company TICKER" of its holdings. */
  readonly holdings: readonly { readonly allocationId: string; readonly text: string }[];
  readonly created_at: string;
  readonly changed_at: string;
}

const change = (card: Card, event: RecordedEvent): Partial<Card> | undefined => {
  switch (event.type) {
    case 'ConceptRenamed':
      return { name: event.data.name };
    case 'ConceptDescribed':
      return { description: event.data.description };
    case 'ConceptImageChanged':
      return { image_url: event.data.imageUrl };
    case 'AllocationAdded': {
      const { allocationId, companyName, symbol } = event.data;
      return { holdings: [...card.holdings, { allocationId, text: `${companyName} ${symbol}` }] };
    }
    case 'AllocationRemoved': {
      const { allocationId } = event.data;
      return { holdings: card.holdings.filter((holding) => holding.allocationId !== allocationId) };
    }
    case 'AllocationWeightChanged':
    case 'AllocationsRebalanced':
      return {};
    default:
      return undefined;
  }
};

const evolve = (card: Card | undefined, event: RecordedEvent): Card | undefined => {
  const { occurredAt } = event.metadata;
  if (event.type === 'ConceptCreated') {
    const { conceptId: id, name, description, imageUrl } = event.data;
    const image_url = imageUrl ?? null;
    return { id, name, description, image_url, holdings: [], created_at: occurredAt, changed_at: occurredAt };
  }
  const changed = card && change(card, event);
  return changed ? { ...card, ...changed, changed_at: occurredAt } : card;
};

export const cards: RowTable<Card> = {
  name: 'card',
  key: 'id',
  columns: {
    id: 'text',
    name: 'text',
    description: 'text',
    image_url: 'text?',
    holdings: 'jsonb',
    created_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  indexes: ['CREATE INDEX IF NOT EXISTS card_newest ON card (created_at DESC, id)'],
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
};

/** A card as PostgreSQL returns it. */
type StoredCard = Omit<Card, 'created_at' | 'changed_at'> & {
  readonly created_at: Date;
  readonly changed_at: Date;
};

/** The cards of the list of trends. */
export const trendList = {
  name: 'trendList',
  version: 4,
  categories: ['concept'],
  ...rows(cards),
  queries: {
    /** Newest first. */
    all: (sql: Sql): Promise<StoredCard[]> =>
      sql.query(
        `SELECT id, name, description, image_url, holdings, created_at, changed_at
           FROM card ORDER BY created_at DESC, id`,
        [],
      ),
  },
} as const satisfies ReadModel;
