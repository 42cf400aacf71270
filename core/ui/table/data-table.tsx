// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a <table>; the ARIA grid pattern takes its place
import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rowHeights, touchSize } from '../row-heights.ts';
import { Skeleton } from '../states/skeleton.tsx';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import { touchPointer, useMedia } from '../use-media.ts';
import { type Column, fitting, leastWidthOf, type TableState, templateOf } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import styles from './data-table.module.css';
import { SelectBox } from './select-box.tsx';
import { selectionState, type TableSelection, toggled, withRange } from './selection.ts';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useRoom } from './use-room.ts';
import { useRowInView } from './use-row-in-view.ts';
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
  /** Click, and Enter without `onOpen`. */
  readonly onActivate?: (row: Row) => void;
  /** Double click or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** A title over the whole width in place of cells, such as of a group; null for an ordinary row. Keep the function stable. */
  readonly rowTitle?: (row: Row) => ReactNode;
  /** Keys of the owner's own, asked before the table's; true when it took the key. `row` is the active one. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>, row: Row | null) => boolean;
  /** Rows that may be chosen: a box before each, Space for the active one, Shift for a range, Ctrl+A for all, Escape for none. */
  readonly selection?: TableSelection;
  /** Further keys for the active row, such as Delete. */
  readonly rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  /** Row with the accent ground, such as the selected market. */
  readonly markedKey?: string | null;
  /** The marked row comes into view when another is marked or the table gets another size, and is the active one. */
  readonly follows?: boolean;
  /** Rows have room for a second line in a cell, such as a name below another. */
  readonly twoLines?: boolean;
  /** True until the first rows are here. */
  readonly loading?: boolean;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** What a second line takes. */
const secondLine = 12;
const headerHeight = 26;
const selectWidth = 26;
/** From here on the room between columns is what a narrow panel gives up first. */
const manyColumns = 7;
const noState: TableState = {};

/** The table of every panel: virtual rows, observed cells, sorting, column widths and choice, keyboard and ARIA grid. */
export const DataTable = observer(function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowKey,
    rowActions = null,
    onActivate = null,
    onOpen = null,
    onKey = null,
    rowTitle = null,
    markedKey = null,
    loading = false,
    empty,
  } = props;
  const { selection = null, rowKeys, follows = false, twoLines = false } = props;
  const { preferences } = useServices();
  const t = useText('ui');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownState, setOwnState] = useState<TableState>(noState);
  const [dragged, setDragged] = useState<Readonly<Record<string, number>> | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [hoveredKey, setHoveredKey] = useState<string | null>(null);
  const state = props.state ?? ownState;
  const change = (patch: TableState): void => {
    const next = { ...state, ...patch };
    setOwnState(next);
    props.onStateChange?.(next);
  };

  const sorted = useSortedRows(rows, columns, state.order ?? null);
  const touch = useMedia(touchPointer);
  const boxWidth = selection === null ? 0 : touch ? touchSize : selectWidth;
  const room = useRoom(scroller);
  const shown = useMemo(() => fitting(columns, state, room === null ? null : room - boxWidth), [columns, state, room, boxWidth]);
  const rowHeight = touch ? touchSize : rowHeights[preferences.density] + (twoLines ? secondLine : 0);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const measuredHeight = useRef(rowHeight);
  if (measuredHeight.current !== rowHeight) {
    measuredHeight.current = rowHeight;
    virtualizer.measure();
  }
  const active = activeKey === null ? -1 : sorted.findIndex((row) => rowKey(row) === activeKey);
  const anchor = useRef<string | null>(null);
  const keysInOrder = (): readonly string[] => sorted.map(rowKey);
  const choose = (key: string, extend: boolean): void => {
    if (selection === null) return;
    selection.onChange(extend ? withRange(selection.keys, keysInOrder(), anchor.current, key) : toggled(selection.keys, key));
    anchor.current = key;
  };
  const chooseByKey = (event: KeyboardEvent<HTMLDivElement>): boolean => {
    if (selection === null) return false;
    if (event.key === ' ' && activeKey !== null && active >= 0) choose(activeKey, event.shiftKey);
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selection.onChange(new Set(keysInOrder()));
    else if (event.key === 'Escape' && selection.keys.size > 0) selection.onChange(new Set());
    else return false;
    return true;
  };
  const rowId = (key: string): string => `${id}-${key}`;
  const marked = useMemo(() => (follows ? sorted.findIndex((row) => rowKey(row) === markedKey) : -1), [follows, sorted, rowKey, markedKey]);
  const showRow = useRowInView(scroller, { rowHeight, headerHeight: touch ? touchSize : headerHeight }, marked);
  useLayoutEffect(() => {
    if (marked < 0) return;
    setActiveKey(markedKey);
    showRow(marked);
  }, [marked, markedKey, showRow]);

  const point = (index: number): void => {
    const row = sorted[index];
    if (row !== undefined) setActiveKey(rowKey(row));
  };
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(sorted.length - 1, to));
    point(index);
    showRow(index);
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
    if (onKey?.(event, row ?? null) === true) {
      event.preventDefault();
      return;
    }
    // Keys with Alt are commands of the shell.
    if (event.altKey) return;
    if (target !== undefined) {
      if (event.shiftKey && active >= 0) anchor.current ??= activeKey;
      move(target);
      const next = sorted[Math.max(0, Math.min(sorted.length - 1, target))];
      if (event.shiftKey && next !== undefined) choose(rowKey(next), true);
    } else if (event.key === 'Enter' && row !== undefined) (onOpen ?? onActivate)?.(row);
    else if (row !== undefined && rowKeys?.[event.key] !== undefined) rowKeys[event.key]?.(row);
    else if (!chooseByKey(event)) return;
    event.preventDefault();
  };

  // Panels give a new function with every render; rows keep the same one, so that they are not all drawn anew.
  const activate = useRef(onActivate);
  activate.current = onActivate;
  const onPress = useCallback((row: Row, key: string): void => {
    setActiveKey(key);
    activate.current?.(row);
  }, []);
  const open = useRef(onOpen);
  open.current = onOpen;
  const onDoublePress = useCallback((row: Row): void => open.current?.(row), []);
  const chosen = useRef(choose);
  chosen.current = choose;
  const onChoose = useCallback((key: string, extend: boolean): void => chosen.current(key, extend), []);

  const items = virtualizer.getVirtualItems();
  const start = items[0]?.start ?? 0;
  const body = useRef<HTMLDivElement>(null);
  const held = useRef<Element>(null);
  const focus = (): void => scroller.current?.focus({ preventScroll: true });
  // A press on a row focuses what was pressed, which goes when the row leaves the view: the keys of the grid would go with it. A button of a row keeps it.
  const holdFocus = ({ target }: FocusEvent): void => {
    held.current = target;
    if (target.matches('[role=row], [role=gridcell]')) focus();
  };
  const leaveFocus = (): void => {
    held.current = null;
  };
  // Numbers are written to the page: as a property of the rows, they would draw all of them anew when one comes in above.
  useLayoutEffect(() => {
    if (held.current?.isConnected === false && document.activeElement === document.body) focus();
    for (const [at, { index }] of items.entries()) body.current?.children[at]?.setAttribute('aria-rowindex', String(index + 2));
  });
  const widths = dragged ?? state.widths;
  const style = {
    '--columns': (boxWidth === 0 ? '' : `${boxWidth}px `) + templateOf(shown, widths),
    // Not left to the browser: it would take the widest title for the measure of all columns.
    '--least-width': `${boxWidth + leastWidthOf(shown, widths)}px`,
    ...(twoLines && { '--tessera-row-height': `${rowHeight}px` }),
  } as CSSProperties;
  return (
    <div className={shown.length >= manyColumns ? `${styles.frame} ${styles.many}` : styles.frame}>
      <div
        ref={scroller}
        className={styles.table}
        style={style}
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-colcount={shown.length + (selection === null ? 0 : 1)}
        aria-multiselectable={selection === null ? undefined : true}
        aria-busy={loading}
        aria-activedescendant={active >= 0 && activeKey !== null ? rowId(activeKey) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={holdFocus}
        // Left for something else; of what is taken away browsers say nothing.
        onBlur={leaveFocus}
      >
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
            lead={
              selection === null ? null : (
                <SelectBox
                  state={selectionState(selection.keys, keysInOrder())}
                  label={t('table.selectAll')}
                  onToggle={() =>
                    selection.onChange(selectionState(selection.keys, keysInOrder()) === 'all' ? new Set() : new Set(keysInOrder()))
                  }
                />
              )
            }
          />
          <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
            <div ref={body} className={styles.window} style={start === 0 ? undefined : { transform: `translateY(${start}px)` }}>
              {items.map(({ index }) => {
                const row = sorted[index];
                if (row === undefined) return null;
                const key = rowKey(row);
                return (
                  <TableRow
                    key={key}
                    id={rowId(key)}
                    row={row}
                    rowKey={key}
                    columns={shown}
                    title={rowTitle}
                    active={index === active}
                    marked={key === markedKey || selection?.keys.has(key) === true}
                    selectLabel={selection === null ? null : t('table.select')}
                    onChoose={onChoose}
                    onDoublePress={onOpen === null ? null : onDoublePress}
                    clickable={onActivate !== null}
                    actions={index === active || key === hoveredKey ? rowActions : null}
                    onPress={onPress}
                    onHover={rowActions === null ? null : setHoveredKey}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </div>
      {sorted.length === 0 && <div className={styles.state}>{loading ? <Skeleton rows={8} /> : empty}</div>}
      <ColumnChooser
        columns={columns as readonly Column<never>[]}
        shown={shown.map(({ id }) => id)}
        label={t('table.columns')}
        onChange={(chosen) => change({ shown: { ...state.shown, ...chosen } })}
      />
    </div>
  );
}) as <Row>(props: DataTableProps<Row>) => ReactNode;
