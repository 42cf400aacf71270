// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a <table>; the ARIA grid pattern takes its place
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { Column } from './column.ts';
import styles from './data-table.module.css';

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly index: number;
}

/** Draws itself anew only when its row, its column or an observable it read changes. */
const TableCell = observer(function TableCell<Row>({ column, row, index }: CellProps<Row>) {
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      tabIndex={-1}
      className={column.align === 'right' ? `${styles.cell} ${styles.cellRight}` : styles.cell}
    >
      {column.render(row)}
    </div>
  );
}) as <Row>(props: CellProps<Row>) => ReactNode;

export interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column<Row>[];
  readonly active: boolean;
  readonly marked: boolean;
  readonly actions: ((row: Row) => ReactNode) | null;
  readonly onActivate: ((row: Row) => void) | null;
  readonly onPoint: (index: number) => void;
}

/** One row; its actions exist only while it is hovered or the keyboard is on it. */
export const TableRow = observer(function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, index, top, columns, active, marked, actions, onActivate, onPoint } = props;
  const [hovered, setHovered] = useState(false);
  const classes = [styles.row, onActivate === null ? '' : styles.clickable, marked ? styles.marked : '', active ? styles.active : ''];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the focus handles Enter for its active row
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={active || marked}
      className={classes.join(' ')}
      style={{ transform: `translateY(${top}px)` }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onClick={() => {
        onPoint(index);
        onActivate?.(row);
      }}
    >
      {columns.map((column, at) => (
        <TableCell key={column.id} column={column} row={row} index={at} />
      ))}
      {actions !== null && (hovered || active) && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the buttons inside from activating the row
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <div className={styles.actions} onClick={(event) => event.stopPropagation()}>
          {actions(row)}
        </div>
      )}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
