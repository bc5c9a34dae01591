import type { ReactNode } from 'react';
import styles from './table.module.css';
import { useOverflow } from './use-overflow.js';

interface Caption {
  /** Names the table for assistive technology; also shown when `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
}

interface FrameProps extends Caption {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A table that scrolls on its own when the screen is narrower than its columns, and can then be scrolled with the
 * keyboard, too. Figures: `data-figure` on the cell.
 */
export const TableFrame = ({ caption, showCaption = false, className, children }: FrameProps) => {
  const { element, overflows } = useOverflow();
  return (
    <div
      ref={element}
      className={styles.scroller}
      {...(overflows && { role: 'region', 'aria-label': `${caption}, scrolls sideways`, tabIndex: 0 })}
    >
      <table className={[styles.table, className].filter(Boolean).join(' ')}>
        <caption className={showCaption ? undefined : 'for-screen-readers'}>{caption}</caption>
        {children}
      </table>
    </div>
  );
};

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, at: number) => ReactNode;
  /** What its cells are: the heading of their row, a figure, buttons, or long text. */
  readonly kind?: 'heading' | 'figure' | 'actions' | 'wide';
  readonly className?: string | undefined;
}
export type Columns<Row> = readonly Column<Row>[];

interface TableProps<Row> extends Caption {
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Each row becomes a block of its own on a narrow screen: its heading first, then its cells, long text on a line alone. */
  readonly stacked?: boolean;
}

/** Rows under columns, with a hairline between all rows. */
export const Table = <Row,>({ columns, rows, keyOf, stacked = false, ...caption }: TableProps<Row>) => {
  // Two may have the same title: one can be the name of a trend.
  const keyed = columns.map((column, at) => ({ ...column, key: `${at}` }));
  return (
    <TableFrame {...caption} className={[styles.rows, stacked && styles.stacked].filter(Boolean).join(' ')}>
      <thead>
        <tr>
          {keyed.map(({ key, title, kind, className }) => (
            <th
              key={key}
              scope="col"
              data-figure={kind === 'figure' || undefined}
              data-actions={kind === 'actions' || undefined}
              className={className}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row)}>
            {keyed.map(({ key, cell, kind, className }, column) =>
              kind === 'heading' ? (
                <th key={key} scope="row" className={className}>
                  {cell(row, at)}
                </th>
              ) : (
                <td
                  key={key}
                  data-first={column === 0 || undefined}
                  data-figure={kind === 'figure' || undefined}
                  data-actions={kind === 'actions' || undefined}
                  data-wide={kind === 'wide' || undefined}
                  className={className}
                >
                  {cell(row, at)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};
