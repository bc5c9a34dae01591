import { idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';

/** What the list of trends shows of one, and by what it is found. */
export interface Card {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly holdings: readonly { readonly allocationId: string; readonly text: string }[];
  /** Lower case: name, description, and each holding's company and ticker. */
  readonly search: string;
  readonly created_at: string;
  readonly changed_at: string;
}

const findable = (card: Omit<Card, 'search'>): Card => ({
  ...card,
  search: [card.name, card.description, ...card.holdings.map(({ text }) => text)].join(' ').toLowerCase(),
});

const evolve = (card: Card | undefined, event: RecordedEvent): Card | undefined => {
  const changed_at = event.metadata.occurredAt;
  if (event.type === 'ConceptCreated') {
    const { conceptId: id, name, description, imageUrl } = event.data;
    const image_url = imageUrl ?? null;
    return findable({ id, name, description, image_url, holdings: [], created_at: changed_at, changed_at });
  }
  if (!card) return undefined;
  switch (event.type) {
    case 'ConceptRenamed':
      return findable({ ...card, name: event.data.name, changed_at });
    case 'ConceptDescribed':
      return findable({ ...card, description: event.data.description, changed_at });
    case 'AllocationAdded': {
      const { allocationId, companyName, symbol } = event.data;
      const holding = { allocationId, text: `${companyName} ${symbol}` };
      return findable({ ...card, holdings: [...card.holdings, holding], changed_at });
    }
    case 'AllocationRemoved': {
      const { allocationId } = event.data;
      const holdings = card.holdings.filter((holding) => holding.allocationId !== allocationId);
      return findable({ ...card, holdings, changed_at });
    }
    default:
      return card;
  }
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
    search: 'text',
    created_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  indexes: ['CREATE INDEX card_newest ON card (created_at DESC, id)'],
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
};

type ShownCard = Pick<Card, 'id' | 'name' | 'description' | 'image_url'>;

/** The cards of the list of trends. */
export const trendList = {
  name: 'trendList',
  version: 1,
  categories: ['concept'],
  ...rows(cards),
  queries: {
    /** Newest first. */
    all: (sql: Sql): Promise<ShownCard[]> =>
      sql.query('SELECT id, name, description, image_url FROM card ORDER BY created_at DESC, id', []),
  },
} as const satisfies ReadModel;
