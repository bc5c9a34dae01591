import type { ReactNode } from 'react';
import styles from './table.module.css';
import { useOverflow } from './use-overflow.js';

interface TableProps {
  /** Names the table for assistive technology; also shown when `showCaption`. */
  caption: string;
  showCaption?: boolean;
  /** A hairline between all rows, where bodies do not group them. */
  lined?: boolean;
  /** Each row becomes a block of its own on a narrow screen: its heading first, then its cells, `data-wide` on a line alone. */
  stacked?: boolean;
  children: ReactNode;
}

/**
 * A table that scrolls on its own when the screen is narrower than its columns, and can then be scrolled with the
 * keyboard, too. Figures: `data-figure` on the cell.
 */
export const Table = ({
  caption,
  showCaption = false,
  lined = false,
  stacked = false,
  children,
}: TableProps) => {
  const { element, overflows } = useOverflow();
  return (
    <div
      ref={element}
      className={styles.scroller}
      {...(overflows && { role: 'region', 'aria-label': `${caption}, scrolls sideways`, tabIndex: 0 })}
    >
      <table
        className={[styles.table, lined && styles.rows, stacked && styles.stacked].filter(Boolean).join(' ')}
      >
        <caption className={showCaption ? undefined : 'for-screen-readers'}>{caption}</caption>
        {children}
      </table>
    </div>
  );
};
