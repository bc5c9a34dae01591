import { type ReadModel, rows } from '@groundswell/platform/read-store';
import { type Card, cards } from '../read-models/trend-list/trend-list.js';

/** A trend list in a schema of its own that breaks on a concept created under the name `Poison`, for as long as it is said to. */
export const fragile = (isBroken: () => boolean): ReadModel => ({
  name: 'fragile',
  version: 1,
  categories: ['concept'],
  ...rows<Card>({
    ...cards,
    name: 'fragile_card',
    indexes: [],
    evolve: (row, event) => {
      if (isBroken() && event.type === 'ConceptCreated' && event.data.name === 'Poison') {
        throw new Error('cannot swallow this');
      }
      return cards.evolve(row, event);
    },
  }),
  queries: {},
});
