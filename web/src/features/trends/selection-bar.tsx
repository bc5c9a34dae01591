import control from '../../components/control.module.css';
import type { Movement, Order, Selection } from './selection.js';
import styles from './trend-list.module.css';

interface SelectionBarProps {
  selection: Selection;
  onChange: (change: Partial<Selection>) => void;
  count: number;
}

/** Search, filter and order; the count is announced when it changes. */
export const SelectionBar = ({ selection, onChange, count }: SelectionBarProps) => (
  <search className={styles.bar}>
    <label className={styles.search}>
      <span className="for-screen-readers">Search a trend, company or ticker</span>
      <input
        className={control.control}
        type="search"
        value={selection.words}
        placeholder="Search a trend, company or ticker"
        onChange={({ target }) => onChange({ words: target.value })}
      />
    </label>
    <label>
      <span className="for-screen-readers">Show</span>
      <select
        className={control.control}
        value={selection.movement}
        onChange={({ target }) => onChange({ movement: target.value as Movement })}
      >
        <option value="all">All trends</option>
        <option value="up">Up over the year</option>
        <option value="down">Down over the year</option>
      </select>
    </label>
    <label>
      <span className="for-screen-readers">Sort by</span>
      <select
        className={control.control}
        value={selection.order}
        onChange={({ target }) => onChange({ order: target.value as Order })}
      >
        <option value="performance">Performance (1Y)</option>
        <option value="newest">Newest</option>
        <option value="changed">Recently changed</option>
        <option value="name">Name</option>
      </select>
    </label>
    <p className={styles.count} role="status">
      {count === 1 ? '1 trend' : `${count} trends`}
    </p>
  </search>
);
