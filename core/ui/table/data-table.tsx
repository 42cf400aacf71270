// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a <table>; the ARIA grid pattern takes its place
import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { useServices } from '../ui-services.tsx';
import { useText } from '../use-text.ts';
import { type Column, isShown, type TableState, templateOf } from './column.ts';
import styles from './data-table.module.css';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useSortedRows } from './use-sorted-rows.ts';

export interface DataTableProps<Row> {
  /** Name of the table for those who do not see it. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Stable and unique among the rows. */
  readonly rowKey: (row: Row) => string;
  /** Remembered order, widths and columns; absent: the table remembers for itself while it is open. */
  readonly state?: TableState;
  readonly onStateChange?: (state: TableState) => void;
  /** Buttons at the right end of the hovered or active row. */
  readonly rowActions?: (row: Row) => ReactNode;
  /** Click or Enter. */
  readonly onActivate?: (row: Row) => void;
  /** Row with the accent ground, such as the selected market. */
  readonly markedKey?: string | null;
  /** True until the first rows are here. */
  readonly loading?: boolean;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** Menus are heavy and wanted by few: the chooser comes after the table. */
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser }));

const rowHeights = { compact: 24, cosy: 30 } as const;
const headerHeight = 26;
const noState: TableState = {};

/** The table of every panel: virtual rows, observed cells, sorting, column widths and choice, keyboard and ARIA grid. */
export const DataTable = observer(function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, rowActions = null, onActivate = null, markedKey = null, loading = false, empty } = props;
  const { preferences } = useServices();
  const t = useText('ui');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownState, setOwnState] = useState<TableState>(noState);
  const [dragged, setDragged] = useState<Readonly<Record<string, number>> | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const state = props.state ?? ownState;
  const change = (patch: TableState): void => {
    const next = { ...state, ...patch };
    setOwnState(next);
    props.onStateChange?.(next);
  };

  const shown = useMemo(() => columns.filter((column) => isShown(column, state)), [columns, state]);
  const sorted = useSortedRows(rows, columns, state.order ?? null);
  const rowHeight = rowHeights[preferences.density];
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headerHeight,
    overscan: 6,
    getItemKey: (index) => rowKey(sorted[index] as Row),
  });
  const measuredHeight = useRef(rowHeight);
  if (measuredHeight.current !== rowHeight) {
    measuredHeight.current = rowHeight;
    virtualizer.measure();
  }
  const active = activeKey === null ? -1 : sorted.findIndex((row) => rowKey(row) === activeKey);
  const rowId = (index: number): string => `${id}-${index}`;

  const point = (index: number): void => {
    const row = sorted[index];
    if (row !== undefined) setActiveKey(rowKey(row));
  };
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(sorted.length - 1, to));
    point(index);
    virtualizer.scrollToIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: sorted.length - 1,
    };
    const target = targets[event.key];
    const row = sorted[active];
    if (target !== undefined) move(target);
    else if (event.key === 'Enter' && row !== undefined) onActivate?.(row);
    else return;
    event.preventDefault();
  };

  const style = { '--columns': templateOf(shown, dragged ?? state.widths) } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={styles.table}
      style={style}
      role="grid"
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      aria-colcount={shown.length}
      aria-busy={loading}
      aria-activedescendant={active >= 0 ? rowId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Suspense fallback={null}>
        <ColumnChooser
          columns={columns as readonly Column<never>[]}
          state={state}
          label={t('table.columns')}
          onChange={(chosen) => change({ shown: chosen })}
        />
      </Suspense>
      <div className={styles.inner}>
        <TableHeader
          columns={shown}
          order={state.order ?? null}
          onOrder={(order) => change({ order })}
          onResizing={setDragged}
          onResized={(widths) => {
            setDragged(null);
            change({ widths: { ...state.widths, ...widths } });
          }}
          resizeLabel={t('table.resize')}
        />
        <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = sorted[item.index];
            if (row === undefined) return null;
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                id={rowId(item.index)}
                row={row}
                index={item.index}
                top={item.start}
                columns={shown}
                active={item.index === active}
                marked={key === markedKey}
                actions={rowActions}
                onActivate={onActivate}
                onPoint={point}
              />
            );
          })}
        </div>
      </div>
      {sorted.length === 0 && <div className={styles.state}>{loading ? <Skeleton rows={8} /> : empty}</div>}
    </div>
  );
}) as <Row>(props: DataTableProps<Row>) => ReactNode;
