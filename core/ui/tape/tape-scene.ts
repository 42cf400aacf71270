import type { CanvasFrame, CanvasPointer } from '../canvas/canvas-view.tsx';
import { placeColumns, type TapeColumn } from './tape-column.ts';
import { paintTape } from './tape-painter.ts';

export interface TapeSource<Row> {
  /** Newest first; asked for whenever they are needed. */
  readonly rows: () => readonly Row[];
  readonly columns: readonly TapeColumn<Row>[];
  /** Stable and unique among the rows. */
  readonly rowKey: (row: Row) => string;
  /** Has the accent mark at its edge. */
  readonly marked: (row: Row) => boolean;
  /** In px. */
  readonly rowHeight: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A press that moves less is a click, also when other rows have come meanwhile. */
const slipPx = 4;
const leftButton = 0;

/** What a tape shows at this moment and where. The canvas, the pointer, the keyboard and the rows in words all read it, so that they cannot disagree. */
export class TapeScene<Row> {
  source: TapeSource<Row>;
  /** The keyboard is in the tape. */
  hasKeyboard = false;
  /** Of the row that the keyboard is on; it goes down with its row. */
  activeKey: string | null = null;
  #scrolled = 0;
  #width = 0;
  #height = 0;
  #pointer: Point | null = null;
  #pressed: (Point & { readonly row: Row }) | null = null;

  constructor(source: TapeSource<Row>) {
    this.source = source;
  }

  /** Px that have been scrolled away at the top. */
  get scrolled(): number {
    return this.#scrolled;
  }

  /** Safari tells of less than nothing while a list bounces at its top. */
  set scrolled(px: number) {
    this.#scrolled = Math.max(0, px);
  }

  paint(frame: CanvasFrame): void {
    this.#width = frame.width;
    this.#height = frame.height;
    const { source, scrolled } = this;
    const hovered = this.#pointer === null ? -1 : this.#indexAt(this.#pointer.y);
    const active = this.hasKeyboard ? this.activeIndex : -1;
    paintTape(frame, { ...source, rows: source.rows(), columns: this.#placed, scrolled, hovered, active });
  }

  /** The columns that have room. */
  get columns(): readonly TapeColumn<Row>[] {
    return this.#placed.map(({ column }) => column);
  }

  /** What the pointer rests on has to say; empty: nothing. */
  get hint(): string {
    const at = this.#pointer;
    if (at === null) return '';
    const row = this.source.rows()[this.#indexAt(at.y)];
    const place = this.#placed.find(({ left, right }) => at.x >= left && at.x < right);
    return row === undefined ? '' : (place?.column.hint?.(row) ?? '');
  }

  /** The row that was clicked, which is the one that was pressed; null: none yet. */
  point({ kind, x, y, button }: CanvasPointer): Row | null {
    const isAway = kind === 'leave' || kind === 'cancel';
    this.#pointer = isAway ? null : { x, y };
    const pressed = this.#pressed;
    if (isAway || kind === 'release') this.#pressed = null;
    if (kind === 'press') {
      const row = this.source.rows()[this.#indexAt(y)];
      this.#pressed = button === leftButton && row !== undefined ? { x, y, row } : null;
    }
    if (kind !== 'release' || pressed === null || Math.hypot(x - pressed.x, y - pressed.y) >= slipPx) return null;
    this.activeKey = this.source.rowKey(pressed.row);
    return pressed.row;
  }

  /** −1: none, or it has gone. */
  get activeIndex(): number {
    const { activeKey, source } = this;
    return activeKey === null ? -1 : source.rows().findIndex((row) => source.rowKey(row) === activeKey);
  }

  get activeRow(): Row | null {
    return this.source.rows()[this.activeIndex] ?? null;
  }

  /** Moves the keyboard as a key says, and scrolls so far that its row is in sight; false when the key means nothing here. */
  press(key: string): boolean {
    const { rowHeight } = this.source;
    const { activeIndex } = this;
    const last = this.source.rows().length - 1;
    const page = Math.max(1, Math.floor(this.#height / rowHeight) - 1);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: last,
    };
    const target = targets[key];
    if (target === undefined) return false;
    const at = Math.max(0, Math.min(last, target));
    const row = this.source.rows()[at];
    if (row === undefined) return true;
    this.activeKey = this.source.rowKey(row);
    const top = at * rowHeight;
    this.scrolled = Math.min(top, Math.max(this.scrolled, top + rowHeight - this.#height));
    return true;
  }

  get rowsInSight(): readonly Row[] {
    const first = this.#indexAt(0);
    return this.source.rows().slice(first, first + Math.ceil(this.#height / this.source.rowHeight) + 1);
  }

  get #placed() {
    return placeColumns(this.source.columns, this.#width);
  }

  #indexAt(y: number): number {
    return Math.floor((y + this.scrolled) / this.source.rowHeight);
  }
}
