import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** Names the table for assistive technology; also shown when `showCaption`. */
  caption: string;
  showCaption?: boolean;
  /** A hairline between all rows, where bodies do not group them. */
  lined?: boolean;
  children: ReactNode;
}

/** A table that scrolls on its own when the screen is narrower than its columns. Figures: `data-figure` on the cell. */
export const Table = ({ caption, showCaption = false, lined = false, children }: TableProps) => (
  <div className={styles.scroller}>
    <table className={`${styles.table} ${lined ? (styles.rows ?? '') : ''}`}>
      <caption className={showCaption ? undefined : 'for-screen-readers'}>{caption}</caption>
      {children}
    </table>
  </div>
);
