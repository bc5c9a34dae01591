import type { ReactNode } from 'react';
import styles from './table.module.css';
import { useOverflow } from './use-overflow.js';

interface Caption {
  /** Accessible name of the table; also shown when `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
}

interface FrameProps extends Caption {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A table that scrolls separately, also by keyboard, when it is wider than the screen. Cells with figures have
 * `data-figure`.
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
  /** Kind of the column's cells: row heading, figure, buttons, or long text. */
  readonly kind?: 'heading' | 'figure' | 'actions' | 'wide';
  readonly className?: string | undefined;
}
export type Columns<Row> = readonly Column<Row>[];

interface TableProps<Row> extends Caption {
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /**
   * On a narrow screen each row becomes a block: its heading first, then its cells, with long text on a separate
   * line.
   */
  readonly stacked?: boolean;
}

/** Rows under columns, with a hairline between rows. */
export const Table = <Row,>({ columns, rows, keyOf, stacked = false, ...caption }: TableProps<Row>) => {
  // Titles may repeat, as one can be the name of a trend.
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
