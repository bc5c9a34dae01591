import type { ResponseFor } from '../../api/endpoints.js';
import styles from './change-lines.module.css';

type Change = ResponseFor<'getConceptChanges'>['changes'][number];

const titles: Readonly<Record<Change['kind'], string>> = {
  created: 'Created',
  renamed: 'Renamed',
  described: 'Description changed',
  image_changed: 'Image changed',
  sub_concept_added: 'Sub-concept added',
  sub_concept_removed: 'Sub-concept removed',
  allocation_added: 'Allocation added',
  allocation_removed: 'Allocation removed',
  allocation_changed: 'Weight changed',
  rebalanced: 'Rebalanced',
};

/** The kind of a change, as text. */
export const titleOf = ({ kind }: Pick<Change, 'kind'>): string => titles[kind];

/** An image's URL means nothing to a reader; that the image changed does. */
const readable = (line: Change['lines'][number]) =>
  line.subject === 'Image' && line.symbol === null ? { ...line, before: null, after: 'a new image' } : line;

/** What a change touched: before and after, also in words for people who do not see the arrow. */
export const ChangeLines = ({ lines }: Pick<Change, 'lines'>) => (
  <ul className={styles.lines}>
    {lines.map(readable).map(({ subject, symbol, before, after }) => (
      <li key={`${subject} ${symbol}`}>
        <span className={styles.subject}>
          {subject}
          {symbol && <small> {symbol}</small>}
        </span>
        <span className={styles.values}>
          {before !== null && (
            <del>
              <span className="for-screen-readers">before: </span>
              {before}
            </del>
          )}
          {before !== null && after !== null && <span aria-hidden="true"> → </span>}
          {after !== null && (
            <ins data-figure={symbol !== null || undefined}>
              <span className="for-screen-readers">after: </span>
              {after}
            </ins>
          )}
        </span>
      </li>
    ))}
  </ul>
);
