import type { CandleBar } from './candle-bar.ts';

const minuteMs = 60_000;
const firstCapacity = 16;
/** Columns of 128 bits each: prices and volumes in units of 10^-12 outgrow 64 bits, and a quote volume, in 10^-24, gets a second column. */
const columns = { open: 0, high: 1, low: 2, close: 3, volume: 4, quoteVolume: 5, quoteVolumeAbove: 6 } as const;
type Column = keyof typeof columns;
const width = Object.keys(columns).length;
const quoteBits = 126n;
const quoteMask = (1n << quoteBits) - 1n;

/** Candles of whole minutes in flat arrays, oldest first: some hundred bytes a row and nothing for the garbage collector to walk. */
export class BarTable {
  #times = new Float64Array(firstCapacity);
  #minutes = new Uint16Array(firstCapacity);
  #trades = new Uint32Array(firstCapacity);
  #low = new BigUint64Array(firstCapacity * width);
  #high = new BigInt64Array(firstCapacity * width);
  #first = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#first;
  }

  openMs(row: number): number {
    return this.#times[this.#first + row] as number;
  }

  /** Length of a row's time, ms. */
  lengthMs(row: number): number {
    return (this.#minutes[this.#first + row] as number) * minuteMs;
  }

  value(row: number, column: Column): bigint {
    const index = (this.#first + row) * width + columns[column];
    return ((this.#high[index] as bigint) << 64n) | (this.#low[index] as bigint);
  }

  bar(row: number): CandleBar {
    const value = (column: Column): bigint => this.value(row, column);
    return {
      openMs: this.openMs(row),
      open: value('open'),
      high: value('high'),
      low: value('low'),
      close: value('close'),
      volume: value('volume'),
      quoteVolume: (value('quoteVolumeAbove') << quoteBits) | value('quoteVolume'),
      trades: this.#trades[this.#first + row] as number,
    };
  }

  /** `lengthMs` is in whole minutes. */
  push(bar: CandleBar, lengthMs: number): void {
    if (this.#end === this.#times.length) this.#makeRoom();
    this.#times[this.#end] = bar.openMs;
    this.#minutes[this.#end] = lengthMs / minuteMs;
    this.#trades[this.#end] = bar.trades;
    const { open, high, low, close, volume, quoteVolume } = bar;
    this.#set({ open, high, low, close, volume, quoteVolume: quoteVolume & quoteMask, quoteVolumeAbove: quoteVolume >> quoteBits });
    this.#end++;
  }

  /** Forgets the oldest rows. */
  drop(count: number): void {
    this.#first += count;
    if (this.#first === this.#end) this.#first = this.#end = 0;
  }

  #set(values: Readonly<Record<Column, bigint>>): void {
    for (const [column, at] of Object.entries(columns)) {
      const index = this.#end * width + at;
      const value = values[column as Column];
      this.#low[index] = BigInt.asUintN(64, value);
      this.#high[index] = value >> 64n;
    }
  }

  #makeRoom(): void {
    const { length } = this;
    // Rows that have left make room before new memory does.
    const capacity = this.#first >= this.#times.length / 4 ? this.#times.length : this.#times.length * 2;
    const [from, to] = [this.#first, this.#end];
    const moved = <T extends { set(of: T, at: number): void }>(target: T, of: T): T => {
      target.set(of, 0);
      return target;
    };
    this.#times = moved(new Float64Array(capacity), this.#times.subarray(from, to));
    this.#minutes = moved(new Uint16Array(capacity), this.#minutes.subarray(from, to));
    this.#trades = moved(new Uint32Array(capacity), this.#trades.subarray(from, to));
    this.#low = moved(new BigUint64Array(capacity * width), this.#low.subarray(from * width, to * width));
    this.#high = moved(new BigInt64Array(capacity * width), this.#high.subarray(from * width, to * width));
    this.#first = 0;
    this.#end = length;
  }
}
