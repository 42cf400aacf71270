import type { Order } from '../../core/contract/client-services.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { withCursorLine } from './ladder-cursor.ts';
import {
  bookColumns,
  geometryOf,
  hitAt,
  type LadderGeometry,
  type LadderHit,
  type LadderMode,
  type PlacedLine,
  placeLines,
} from './ladder-geometry.ts';
import {
  type BarColumn,
  buildLadder,
  buildPriceLadder,
  centredTop,
  type Ladder,
  type LadderInput,
  type LadderLine,
  type Levels,
  lineKey,
  type Measure,
} from './ladder-model.ts';
import { PriceGrid } from './price-grid.ts';

export interface SceneSettings {
  readonly mode: LadderMode;
  readonly measure: Measure;
  readonly bars: BarColumn;
  /** Ticks of a line. */
  readonly factor: number;
  /** Decimals of the step. */
  readonly decimals: number;
}

const nothing: Ladder = { asks: [], bids: [], bestBid: null, bestAsk: null, spread: null, spreadBps: null, bidShare: null };

/**
 * What the ladder shows at this moment and where. The canvas, the pointer and the rows for screen readers all read it, so
 * that they cannot disagree. Composed once per frame; not observable.
 */
export class LadderScene {
  readonly grid: PriceGrid;
  bids: Levels = [];
  asks: Levels = [];
  orders: readonly Order[] = [];
  last: string | null = null;
  /** Where the last price came from. */
  lastTone: 'up' | 'down' | 'none' = 'none';
  /** The last price has changed since the ladder was composed. */
  hasNewLast = false;
  ladder: Ladder & { readonly lines?: readonly LadderLine[] } = nothing;
  placed: readonly PlacedLine[] = [];
  geometry: LadderGeometry = geometryOf({ width: 0, height: 0 }, 'both', 20, 0);
  settings: SceneSettings;
  /** The fixed ladder goes back to the spread by itself when that has left it; not while clicks send orders. */
  follows = true;
  /** The pointer is over the ladder, or has a button down that went down there. */
  hasPointer = false;
  /** The keyboard is in the ladder. */
  hasKeyboard = false;
  /** Where the keyboard stands: a price, whatever the book does around it. Null: nowhere. */
  #cursor: LadderLine | null = null;
  /** Highest price of the fixed ladder; null: centred with the next book. */
  #top: number | null = null;
  /** The user has moved the fixed ladder. */
  #scrolled = false;

  constructor(tick: string, settings: SceneSettings) {
    this.grid = new PriceGrid(tick);
    this.settings = settings;
  }

  /** Another mode or step starts at the spread. */
  configure(settings: SceneSettings): void {
    if (settings.mode !== this.settings.mode || settings.factor !== this.settings.factor) {
      this.recentre();
      this.#cursor = null;
    }
    this.settings = settings;
  }

  takeLast(price: string | null): void {
    if (price === this.last) return;
    const change = price === null || this.last === null ? 0 : this.grid.key(price) - this.grid.key(this.last);
    if (change !== 0) this.lastTone = change > 0 ? 'up' : 'down';
    this.last = price;
    this.hasNewLast = true;
  }

  compose(width: number, height: number, rowHeight: number, gutter: number): void {
    const before = this.geometry.rows;
    this.hasNewLast = false;
    this.geometry = geometryOf({ width, height }, this.settings.mode, rowHeight, gutter);
    // Another height takes lines from both ends of the fixed ladder: its middle stays.
    if (this.#top !== null) this.#top -= Math.trunc((before - this.geometry.rows) / 2) * this.#step;
    this.#build();
    if (!this.hasLost || this.#scrolled || !this.follows || this.isHeld) return;
    this.#top = null;
    this.#build();
  }

  /** Somebody is about to press: no price may move under the pointer, nor away from the cursor. */
  get isHeld(): boolean {
    return this.hasPointer || (this.hasKeyboard && this.#cursor !== null);
  }

  /** The fixed ladder goes back to the spread. */
  recentre(): void {
    this.#top = null;
    this.#scrolled = false;
  }

  /** Moves the fixed ladder by lines, downwards positive. */
  scroll(lines: number): void {
    if (this.#top === null) return;
    this.#top = Math.max(this.#step * this.geometry.rows, this.#top - lines * this.#step);
    this.#scrolled = true;
  }

  /** The spread has left the fixed ladder, wholly or with one side that has room in it. */
  get hasLost(): boolean {
    const { bestBid, bestAsk } = this.ladder;
    if (this.settings.mode !== 'ladder' || this.placed.length === 0 || (bestBid ?? bestAsk) === null) return false;
    if (!this.placed.some(({ line }) => line.side !== null)) return true;
    if (bestBid === null || bestAsk === null) return false;
    const spread = this.grid.key(bestAsk) - this.grid.key(bestBid);
    return this.isOneSided && spread < (this.geometry.rows / 2 - 1) * this.#step;
  }

  /** True while the fixed ladder shows one side of a book that has two: their shares would mean nothing. */
  get isOneSided(): boolean {
    const { asks, bids, bestAsk, bestBid } = this.ladder;
    return bestAsk !== null && bestBid !== null && (asks.length === 0 || bids.length === 0);
  }

  /** The bars stand for a column that is there: sizes, when no other is. */
  get bars(): Measure | 'qty' {
    const hasMeasure = this.geometry.mode !== 'ladder' && bookColumns(this.geometry).totalRight !== null;
    return hasMeasure && this.settings.bars === 'measure' ? this.settings.measure : 'qty';
  }

  get lastKey(): number | null {
    return this.last === null ? null : lineKey(this.grid.key(this.last), this.#step, 'BUY');
  }

  hit(x: number, y: number): LadderHit | null {
    return hitAt(this.placed, this.geometry, x, y);
  }

  /** The line of a price and side as it is now; null when the book has moved away from it. */
  find(line: LadderLine | null): LadderLine | null {
    return line === null ? null : (this.#at(line)?.line ?? null);
  }

  /** The price that the keyboard stands on, as it was when it came there. */
  get cursor(): LadderLine | null {
    return this.#cursor;
  }

  /** The cursor's line as it is now; null when it is out of sight, which only happens in the fixed ladder. */
  get cursorLine(): LadderLine | null {
    return this.find(this.#cursor);
  }

  /** Brings the keyboard to a line, or away from all of them. */
  moveTo(line: LadderLine | null): void {
    this.#cursor = line;
    this.#build();
  }

  /**
   * Moves the cursor a line down or up; from nowhere, to the best bid downwards and the best ask upwards. The fixed ladder
   * scrolls to keep it in sight, and goes back to a spread that has left it.
   */
  step(by: 1 | -1): void {
    const cursor = this.#cursor;
    if (cursor === null) {
      if (this.hasLost) {
        this.recentre();
        this.#build();
      }
      this.moveTo(this.#best(by === 1 ? 'BUY' : 'SELL'));
    } else if (this.settings.mode === 'ladder') this.#stepPrice(cursor, by);
    else {
      const at = this.cursorLine;
      const next = this.placed.findIndex(({ line }) => line === at) + by;
      this.moveTo(this.placed[next]?.line ?? cursor);
    }
  }

  /** A step in the fixed ladder: to the next price, whatever rests there. */
  #stepPrice(cursor: LadderLine, by: 1 | -1): void {
    const { rows } = this.geometry;
    const key = Math.max(this.#step, cursor.key - by * this.#step);
    const top = this.#top ?? key;
    const isAbove = key > top;
    if (isAbove || key <= top - rows * this.#step) {
      this.#top = isAbove ? key : key + (rows - 1) * this.#step;
      this.#scrolled = true;
      this.#build();
    }
    this.moveTo(this.placed.find(({ line }) => line.key === key)?.line ?? cursor);
  }

  #build(): void {
    const { rows, mode } = this.geometry;
    const input = this.#input();
    if (mode === 'ladder') {
      this.#top ??= centredTop(input, rows);
      this.ladder = this.#top === null ? nothing : buildPriceLadder(input, this.#top, rows);
    } else this.ladder = withCursorLine(buildLadder(input, rows), this.#cursor, mode, rows);
    this.placed = placeLines(this.ladder, this.geometry);
  }

  get #step(): number {
    return this.settings.factor * this.grid.tick;
  }

  #input(): LadderInput {
    const { bids, asks, grid, orders } = this;
    return { bids, asks, grid, orders, step: this.#step, decimals: this.settings.decimals, bars: this.bars };
  }

  /** The price on its own side, else on the other. */
  #at(wanted: LadderLine): PlacedLine | undefined {
    const same = this.placed.filter(({ line }) => line.key === wanted.key);
    return same.find(({ line }) => line.side === wanted.side) ?? same[0];
  }

  /** The best line in sight of a side, else of the other, else the middle: a key always finds a price. */
  #best(side: OrderSide): LadderLine | null {
    const lines = this.placed.map(({ line }) => line);
    const bid = lines.find((line) => line.side === 'BUY');
    const ask = lines.findLast((line) => line.side === 'SELL');
    return (side === 'BUY' ? (bid ?? ask) : (ask ?? bid)) ?? lines[Math.floor(lines.length / 2)] ?? null;
  }
}
