import type { Trend } from '../../shared/trend-card/trend-card.js';

const orders = ['performance', 'newest', 'changed', 'name'] as const;
export type Order = (typeof orders)[number];
const movements = ['all', 'up', 'down'] as const;
export type Movement = (typeof movements)[number];

/** Filter and order of the list, stored in the address. */
export interface Selection {
  readonly words: string;
  readonly order: Order;
  readonly movement: Movement;
}

const oneOf = <Value extends string>(known: readonly Value[], text: string | null): Value =>
  known.find((value) => value === text) ?? (known[0] as Value);

export const selectionIn = (search: URLSearchParams): Selection => ({
  words: search.get('q') ?? '',
  order: oneOf(orders, search.get('sort')),
  movement: oneOf(movements, search.get('show')),
});

/** The URL's search part for a selection, without defaults. */
export const searchFor = ({ words, order, movement }: Selection): URLSearchParams => {
  const search = new URLSearchParams();
  if (words.trim()) search.set('q', words);
  if (order !== orders[0]) search.set('sort', order);
  if (movement !== movements[0]) search.set('show', movement);
  return search;
};

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const textOf = ({ name, description, holdings }: Trend) => folded([name, description, ...holdings].join(' '));

/** A missing return counts as zero, in every filter and order. */
const performanceOf = ({ performance }: Trend): number => performance ?? 0;

const moves = (trend: Trend, movement: Movement): boolean => {
  if (movement === 'all') return true;
  const up = performanceOf(trend) >= 0;
  return movement === 'up' ? up : !up;
};

/** A portfolio chosen in hindsight proves nothing: it comes after tracked ones. */
const isUnproven = ({ provenance }: Trend): number => Number(provenance === 'simulated');

const byName = (a: Trend, b: Trend) => a.name.localeCompare(b.name, 'en');

const byInstant = (later: string, earlier: string) => Date.parse(later) - Date.parse(earlier);

const comparisons: Readonly<Record<Order, (a: Trend, b: Trend) => number>> = {
  name: byName,
  /** Best first, with purely simulated ones after all others. */
  performance: (a, b) => isUnproven(a) - isUnproven(b) || performanceOf(b) - performanceOf(a) || byName(a, b),
  newest: (a, b) => byInstant(b.created_at, a.created_at) || byName(a, b),
  changed: (a, b) => byInstant(b.changed_at, a.changed_at) || byName(a, b),
};

/** The trends that contain every word, in the requested order. */
export const select = (trends: readonly Trend[], { words, order, movement }: Selection): Trend[] => {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return trends
    .filter((trend) => moves(trend, movement) && wanted.every((word) => textOf(trend).includes(word)))
    .sort(comparisons[order]);
};
