import type { WidthOf } from '../canvas/canvas-texts.ts';

/** A text in the colour of a theme token. */
export interface TapeText {
  readonly text: string;
  readonly token: string;
  /** Smaller, before it; left out where it has no room. */
  readonly lead?: { readonly text: string; readonly token: string };
}

/** A column of a {@link Tape}. Keep the array stable (useMemo): the tape is drawn anew when it changes. */
export interface TapeColumn<Row> {
  readonly id: string;
  /** Already translated; the unit stands here once and not in the rows. */
  readonly title: string;
  /** Px that it needs; columns share the room in proportion. */
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Left out where not all columns have room. */
  readonly yields?: boolean;
  /** What is written in `room` px. */
  readonly draw: (row: Row, room: number, widthOf: WidthOf) => TapeText;
  /** Shown while the pointer rests on it. */
  readonly hint?: (row: Row) => string | null;
}

export interface PlacedColumn<Row> {
  readonly column: TapeColumn<Row>;
  readonly left: number;
  readonly right: number;
}

/** The columns that have room in a width of so many px, with their places. */
export function placeColumns<Row>(columns: readonly TapeColumn<Row>[], width: number): readonly PlacedColumn<Row>[] {
  const needed = (some: readonly TapeColumn<Row>[]): number => some.reduce((sum, column) => sum + column.width, 0);
  const shown = needed(columns) > width ? columns.filter(({ yields }) => yields !== true) : columns;
  const scale = width / needed(shown);
  let left = 0;
  return shown.map((column) => {
    const right = left + column.width * scale;
    const placed = { column, left, right };
    left = right;
    return placed;
  });
}
