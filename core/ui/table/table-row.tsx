// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a <table>; the ARIA grid pattern takes its place
import { observer } from 'mobx-react-lite';
import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { SelectBox } from './select-box.tsx';

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

interface ActionsProps<Row> {
  readonly row: Row;
  readonly render: (row: Row) => ReactNode;
}

const RowActions = observer(function RowActions<Row>({ row, render }: ActionsProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the buttons inside from activating the row
    <div role="gridcell" tabIndex={-1} className={styles.actions} onClick={(event) => event.stopPropagation()}>
      {render(row)}
    </div>
  );
}) as <Row>(props: ActionsProps<Row>) => ReactNode;

export interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  /** What stands in place of the cells, if anything. */
  readonly title: ((row: Row) => ReactNode) | null;
  readonly active: boolean;
  readonly marked: boolean;
  readonly clickable: boolean;
  /** Name of the box before the row; null when rows cannot be chosen. */
  readonly selectLabel: string | null;
  readonly onChoose: (key: string, extend: boolean) => void;
  readonly onDoublePress: ((row: Row) => void) | null;
  /** Given while the row is hovered or the keyboard is on it. */
  readonly actions: ((row: Row) => ReactNode) | null;
  readonly onPress: (row: Row, key: string) => void;
  /** Told the row's key, and null when the pointer leaves; null when nobody wants to know. */
  readonly onHover: ((key: string | null) => void) | null;
}

/**
 * One row. It stands in the flow of its neighbours, and the table numbers it: a new row above moves it without a change of its own.
 */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, rowKey, columns, active, marked, clickable, actions, onPress, onHover } = props;
  const { selectLabel, onChoose, onDoublePress } = props;
  const title = props.title?.(row) ?? null;
  const lead = selectLabel === null ? 0 : 1;
  const classes = [styles.row, clickable ? styles.clickable : '', marked ? styles.marked : '', active ? styles.active : ''];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the focus handles Enter for its active row
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-selected={active || marked}
      className={classes.join(' ')}
      onMouseEnter={onHover === null ? undefined : () => onHover(rowKey)}
      onMouseLeave={onHover === null ? undefined : () => onHover(null)}
      onClick={() => onPress(row, rowKey)}
      onDoubleClick={onDoublePress === null ? undefined : () => onDoublePress(row)}
    >
      {selectLabel !== null && (
        <div role="gridcell" aria-colindex={1} tabIndex={-1} className={styles.selectCell}>
          <SelectBox state={marked ? 'all' : 'none'} label={selectLabel} onToggle={(extend) => onChoose(rowKey, extend)} />
        </div>
      )}
      {title !== null && (
        <div role="gridcell" tabIndex={-1} aria-colindex={lead + 1} aria-colspan={columns.length} className={styles.titleCell}>
          {title}
        </div>
      )}
      {title === null && columns.map((column, at) => <TableCell key={column.id} column={column} row={row} index={at + lead} />)}
      {actions !== null && <RowActions row={row} render={actions} />}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
