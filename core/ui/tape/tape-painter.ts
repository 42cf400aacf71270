import { type WidthOf, widthsOn } from '../canvas/canvas-texts.ts';
import type { CanvasFrame } from '../canvas/canvas-view.tsx';
import type { PlacedColumn } from './tape-column.ts';

interface TapePaint<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly PlacedColumn<Row>[];
  readonly rowHeight: number;
  /** Px that have been scrolled away at the top. */
  readonly scrolled: number;
  /** Index of the row under the pointer, and of the one that the keyboard is on; −1: none. */
  readonly hovered: number;
  readonly active: number;
  /** Has the accent mark at its edge. */
  readonly marked: (row: Row) => boolean;
}

/** Room left and right of texts, and between those of two columns. */
const padding = 8;
const gap = 6;
const leadGap = 3;

/** Draws the rows that are in sight. */
export function paintTape<Row>(frame: CanvasFrame, paint: TapePaint<Row>): void {
  const { context, width, height } = frame;
  const { rows, rowHeight, scrolled } = paint;
  const fonts = { row: `12px ${frame.fontFamily}`, lead: `11px ${frame.fontFamily}` };
  context.textBaseline = 'middle';
  context.font = fonts.row;
  const widthOf = widthsOn(context);
  const first = Math.floor(scrolled / rowHeight);
  for (let at = first; at < rows.length; at += 1) {
    const top = at * rowHeight - scrolled;
    if (top >= height) break;
    const row = rows[at] as Row;
    const ground = at === paint.active ? 'accent-soft' : at === paint.hovered ? 'raised' : null;
    if (ground !== null) {
      context.fillStyle = frame.colour(ground);
      context.fillRect(0, top, width, rowHeight);
    }
    if (paint.marked(row)) {
      context.fillStyle = frame.colour('accent');
      context.fillRect(0, top, 2, rowHeight);
    }
    paintRow(frame, paint.columns, row, { middle: top + rowHeight / 2, widthOf, fonts });
  }
}

interface RowPlace {
  readonly middle: number;
  readonly widthOf: WidthOf;
  readonly fonts: { readonly row: string; readonly lead: string };
}

function paintRow<Row>(frame: CanvasFrame, columns: readonly PlacedColumn<Row>[], row: Row, { middle, widthOf, fonts }: RowPlace): void {
  const { context } = frame;
  const write = (text: string, token: string, x: number): void => {
    context.fillStyle = frame.colour(token);
    context.fillText(text, x, middle);
  };
  let end = 0;
  for (const { column, left, right } of columns) {
    const isRight = column.align === 'right';
    // What is wider than its column leaves it on the left, so that decimals stay below each other.
    const begin = isRight ? end + gap : Math.max(left + padding, end + gap);
    const room = right - (isRight ? padding : 0) - begin;
    const { text, token, lead } = column.draw(row, room, widthOf);
    const width = widthOf(text);
    // Letters of the smaller font are no wider than those of the larger one.
    const leadWidth = lead === undefined ? 0 : widthOf(lead.text) + leadGap;
    const hasLead = lead !== undefined && width + leadWidth <= room;
    const x = isRight ? right - padding : begin + (hasLead ? leadWidth : 0);
    context.textAlign = column.align;
    write(text, token, x);
    if (hasLead) {
      context.font = fonts.lead;
      write(lead.text, lead.token, isRight ? x - width - leadGap : begin);
      context.font = fonts.row;
    }
    end = isRight ? right - padding : x + width;
  }
}
