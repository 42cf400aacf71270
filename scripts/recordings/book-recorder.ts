import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { EngineTrade } from '../../server/engine/sink.ts';
import type { WrittenFiles } from './written-files.ts';

/** How much later than the event the recorder hears of it, and how much later than that it has the snapshot. */
const heardAfterUs = 24_000;
const firstUpdateId = 1_000_000;

/** A book as flat pairs of price and quantity, best first. */
type Depth = (side: OrderSide, levels: number) => readonly number[];

/** Writes one market down as a public stream tells of it: snapshot, updates, trades, and the best prices after every update. */
export class BookRecorder {
  readonly #instrument: Instrument;
  readonly #depth: Depth;
  readonly #pending = { BUY: new Map<number, number>(), SELL: new Map<number, number>() };
  readonly #updates: string[] = [];
  readonly #best: string[] = ['local_time_us,update_id,bid,bid_qty,ask,ask_qty,transact_time'];
  readonly #trades: string[] = ['local_time_us,event_time,trade_time,trade_id,price,qty,is_buyer_maker,type'];
  readonly #plainTrades: string[] = ['time,trade_id,price,qty,side'];
  #snapshot: string | null = null;
  #changes = 0;
  #updateId = firstUpdateId;

  constructor(instrument: Instrument, depth: Depth) {
    this.#instrument = instrument;
    this.#depth = depth;
  }

  levelChanged(side: OrderSide, price: number, qty: number): void {
    this.#pending[side].set(price, qty);
    this.#changes++;
  }

  traded({ timeMs, tradeId, price, qty, takerSide }: EngineTrade): void {
    const what = `${tradeId},${this.#price(price)},${this.#qty(qty)}`;
    const isBuyerMaker = takerSide === 'SELL' ? 1 : 0;
    this.#trades.push(`${timeMs * 1000 + heardAfterUs},${timeMs},${timeMs},${what},${isBuyerMaker},MARKET`);
    this.#plainTrades.push(`${timeMs},${what},${takerSide === 'BUY' ? 'buy' : 'sell'}`);
  }

  /** Tells what changed since the last call. */
  update(timeMs: number): void {
    if (this.#changes === 0) return;
    const previous = this.#updateId;
    this.#updateId += this.#changes;
    this.#changes = 0;
    const levels = (side: OrderSide) => {
      const changed = [...this.#pending[side]].map(([price, qty]) => [this.#price(price), this.#qty(qty)]);
      this.#pending[side].clear();
      return changed;
    };
    const isContract = settlesInMargin(this.#instrument);
    const times = { lt: timeMs * 1000 + heardAfterUs, E: timeMs, ...(isContract ? { T: timeMs } : {}) };
    const ids = { U: previous + 1, u: this.#updateId, ...(isContract ? { pu: previous } : {}) };
    this.#updates.push(JSON.stringify({ ...times, ...ids, b: levels('BUY'), a: levels('SELL') }));
    const [[bid, bidQty], [ask, askQty]] = [this.#pairs('BUY', 1)[0] ?? [], this.#pairs('SELL', 1)[0] ?? []];
    this.#best.push(`${timeMs * 1000 + heardAfterUs},${this.#updateId},${bid},${bidQty},${ask},${askQty},${timeMs}`);
  }

  /** Takes the snapshot that a recorder asks for when its stream has begun; call after `update`. */
  takeSnapshot(timeMs: number): void {
    const book = { bids: this.#pairs('BUY', 1000), asks: this.#pairs('SELL', 1000) };
    this.#snapshot = JSON.stringify({ local_time_us: timeMs * 1000 + heardAfterUs, lastUpdateId: this.#updateId, ...book });
  }

  /** The stream's files. `date`: the day on which it began, such as 20250609. */
  writeStream(files: WrittenFiles, venue: string, date: string): void {
    if (this.#snapshot === null) throw new Error(`${this.#instrument.id} has no snapshot`);
    const folder = `l2/${venue}/${this.#instrument.symbol}-${date}`;
    files.write(`${folder}/snapshot.json.gz`, [this.#snapshot]);
    files.write(`${folder}/depth.jsonl.gz`, this.#updates);
    files.write(`${folder}/trades.csv.gz`, this.#trades);
    files.write(`${folder}/bbo.csv.gz`, this.#best);
  }

  /** Its trades alone, as an exchange hands them out afterwards. */
  writeTrades(files: WrittenFiles, venue: string, date: string): void {
    files.write(`trades/${venue}/${this.#instrument.symbol}-${date}.csv.gz`, this.#plainTrades);
  }

  #pairs(side: OrderSide, levels: number): (readonly [string, string])[] {
    const flat = this.#depth(side, levels);
    return Array.from({ length: flat.length / 2 }, (_, at) => [this.#price(flat[2 * at] ?? 0), this.#qty(flat[2 * at + 1] ?? 0)]);
  }

  #price = (ticks: number): string => inSteps(ticks, this.#instrument.tick);
  #qty = (lots: number): string => inSteps(lots, this.#instrument.lot);
}

/** Whole steps as a decimal with all the decimals of the step. */
export function inSteps(count: number, step: string): string {
  const scale = decimalsOf(step);
  return fromUnits(BigInt(count) * (toUnits(step, scale) ?? 1n), scale, scale);
}
