import { type ReadModel, rows } from '@groundswell/platform/read-store';
import { type Card, cards } from '../read-models/trend-list/trend-list.js';

/**
 * A trend list in its own schema that fails on a concept created under the name `Poison`, as long as
 * `isBroken` says so.
 */
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
