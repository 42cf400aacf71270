import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. Keep the array stable (useMemo): rows are drawn anew when it changes. */
export interface Column<Row> {
  readonly id: string;
  /** Already translated; the unit stands here once and not in the cells. */
  readonly title: string;
  /** Preferred width in px; columns share the rest of the room in proportion. */
  readonly width: number;
  /** Px that it shrinks to before the table scrolls sideways; default: its width. */
  readonly least?: number;
  /** Numbers right, words left (default). */
  readonly align?: 'left' | 'right';
  /** Observed: a cell draws itself anew when an observable that it read changes. */
  readonly render: (row: Row) => ReactNode;
  /** Makes the column sortable; ascending order. */
  readonly compare?: (a: Row, b: Row) => number;
  /** The order changes by itself with live values: it is looked at once a second. */
  readonly live?: boolean;
  /** First click sorts downwards: for sizes and changes. */
  readonly descendingFirst?: boolean;
  /** Not shown until the user asks for it. */
  readonly optional?: boolean;
  /** The table makes no sense without it: not in the column chooser. */
  readonly fixed?: boolean;
  /** Left out where not all columns have room, those with the lowest number first, unless the user has chosen it. Absent: it stays. */
  readonly yields?: number;
}

export interface SortOrder {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** What a table remembers; plain JSON, fit for a panel's config. */
export interface TableState {
  readonly order?: SortOrder | null;
  readonly widths?: Readonly<Record<string, number>>;
  /** Shown or hidden against the column's default. */
  readonly shown?: Readonly<Record<string, boolean>>;
}

export const isShown = <Row>(column: Column<Row>, state: TableState): boolean =>
  column.fixed === true || (state.shown?.[column.id] ?? column.optional !== true);

/** The columns that are shown in a room of so many px; null: it is not known. */
export function fitting<Row>(columns: readonly Column<Row>[], state: TableState, room: number | null): readonly Column<Row>[] {
  let fit = columns.filter((column) => isShown(column, state));
  if (room === null) return fit;
  const yielding = fit
    .filter(({ id, yields }) => yields !== undefined && state.shown?.[id] === undefined)
    .sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0));
  for (const { id } of yielding) {
    if (leastWidthOf(fit, state.widths) <= room) break;
    fit = fit.filter((column) => column.id !== id);
  }
  return fit;
}

export const narrowestColumn = 36;

type Widths = Readonly<Record<string, number>> | undefined;

/** What a user set stays so. */
const widthsOf = <Row>({ id, width, least = width }: Column<Row>, set: Widths): readonly [least: number, wanted: number] => {
  const own = set?.[id];
  return own === undefined ? [Math.min(least, width), width] : [Math.round(own), Math.round(own)];
};

/** `grid-template-columns` of the header and of every row. */
export const templateOf = <Row>(columns: readonly Column<Row>[], set: Widths): string =>
  columns
    .map((column) => {
      const [least, wanted] = widthsOf(column, set);
      return `minmax(${least}px, ${wanted}fr)`;
    })
    .join(' ');

/** Px below which the columns together do not go. */
export const leastWidthOf = <Row>(columns: readonly Column<Row>[], set: Widths): number =>
  columns.reduce((sum, column) => sum + widthsOf(column, set)[0], 0);

/** A click on a header: first direction, the other one, then unsorted. */
export function nextOrder<Row>(column: Column<Row>, order: SortOrder | null): SortOrder | null {
  const first = column.descendingFirst === true ? 'descending' : 'ascending';
  if (order?.column !== column.id) return { column: column.id, direction: first };
  if (order.direction === first) return { column: column.id, direction: first === 'ascending' ? 'descending' : 'ascending' };
  return null;
}

/** Stable sort: equal rows keep the order they came in. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: SortOrder | null): readonly Row[] {
  const compare = columns.find((column) => column.id === order?.column)?.compare;
  if (order === null || compare === undefined) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(a, b));
}
