import type { DepthSnapshot, Level } from '../contract/market.ts';
import { stepsOf, textOfSteps } from '../domain/numbers/steps.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import type { MarketGrid } from './market-grid.ts';
import { PriceLevels } from './price-levels.ts';
import type { RecordedBook, RecordedUpdate } from './recordings/recorded-event.ts';

interface LevelChange {
  readonly side: OrderSide;
  readonly ticks: number;
}

const sides = ['BUY', 'SELL'] as const;
const isBetter = (side: OrderSide, ticks: number, than: number): boolean => (side === 'BUY' ? ticks > than : ticks < than);

/**
 * A recorded book, what our orders have taken from it, and what they add to it. `external` is the recording alone;
 * `shown` is what people see: recorded quantity not yet taken, plus ours.
 */
export class SimulatedBook {
  readonly #grid: MarketGrid;
  readonly #external: Readonly<Record<OrderSide, PriceLevels>> = { BUY: new PriceLevels('BUY'), SELL: new PriceLevels('SELL') };
  /** Recorded lots that our orders have taken; the next update of the level tells a new quantity and ends it. */
  readonly #taken: Readonly<Record<OrderSide, Map<number, number>>> = { BUY: new Map(), SELL: new Map() };
  /** Price of the farthest trade on a side since the last update: it went through every better level, so that they were gone. */
  readonly #tradedTo: Record<OrderSide, number | null> = { BUY: null, SELL: null };
  readonly #own: Readonly<Record<OrderSide, PriceLevels>> = { BUY: new PriceLevels('BUY'), SELL: new PriceLevels('SELL') };
  #updateId = 0;
  #timeMs = 0;

  constructor(grid: MarketGrid) {
    this.#grid = grid;
  }

  /** Applies what was recorded and gives the levels that it names. Throws RangeError for a price off the grid. */
  apply(event: RecordedBook | RecordedUpdate): readonly LevelChange[] {
    if (event.type === 'book') {
      for (const side of sides) {
        this.#external[side].clear();
        this.#taken[side].clear();
      }
    }
    for (const side of sides) this.#tradedTo[side] = null;
    this.#updateId = event.updateId;
    this.#timeMs = event.timeMs;
    return [...this.#applySide('BUY', event.bids), ...this.#applySide('SELL', event.asks)];
  }

  /** Id of the last recorded update. */
  get updateId(): number {
    return this.#updateId;
  }

  /** The recording's best price in ticks, whatever we took or added. */
  externalBest(side: OrderSide): number | null {
    return this.#external[side].best;
  }

  externalLots(side: OrderSide, ticks: number): number {
    return this.#external[side].lots(ticks);
  }

  /** A recorded trade met the resting orders of a side at this price. */
  traded(side: OrderSide, ticks: number): void {
    const farthest = this.#tradedTo[side];
    if (farthest === null || isBetter(side, farthest, ticks)) this.#tradedTo[side] = ticks;
  }

  /** Recorded lots at a price that we have not taken, and that no trade has gone through since the last update. */
  available(side: OrderSide, ticks: number): number {
    const tradedTo = this.#tradedTo[side];
    if (tradedTo !== null && isBetter(side, ticks, tradedTo)) return 0;
    return Math.max(0, this.#external[side].lots(ticks) - (this.#taken[side].get(ticks) ?? 0));
  }

  take(side: OrderSide, ticks: number, lots: number): void {
    this.#taken[side].set(ticks, (this.#taken[side].get(ticks) ?? 0) + lots);
  }

  /** Levels with something left to take, from the best outwards. */
  *offers(side: OrderSide): Generator<{ readonly ticks: number; readonly lots: number }> {
    for (const [ticks] of this.#external[side].entries()) {
      const lots = this.available(side, ticks);
      if (lots > 0) yield { ticks, lots };
    }
  }

  /** Our own resting lots at a price are this many more (or fewer). */
  addOwn(side: OrderSide, ticks: number, lots: number): void {
    this.#own[side].set(ticks, this.#own[side].lots(ticks) + lots);
  }

  shownLots(side: OrderSide, ticks: number): number {
    return this.available(side, ticks) + this.#own[side].lots(ticks);
  }

  snapshot(instrumentId: string, limit: number): DepthSnapshot {
    return {
      instrumentId,
      sequence: this.#updateId,
      bids: this.#shown('BUY', limit),
      asks: this.#shown('SELL', limit),
      timeMs: this.#timeMs,
    };
  }

  #shown(side: OrderSide, limit: number): readonly Level[] {
    const { priceDecimals, qtyDecimals } = this.#grid;
    const away = side === 'BUY' ? -1 : 1;
    const levels: Level[] = [];
    const own = [...this.#own[side].entries()].filter(([ticks]) => this.#external[side].lots(ticks) === 0);
    const push = (ticks: number): void => {
      const lots = this.shownLots(side, ticks);
      if (lots > 0 && levels.length < limit) levels.push([textOfSteps(ticks, priceDecimals), textOfSteps(lots, qtyDecimals)]);
    };
    for (const [ticks] of this.#external[side].entries()) {
      while (own[0] !== undefined && away * (own[0][0] - ticks) < 0) push(own.shift()?.[0] ?? 0);
      if (levels.length >= limit) return levels;
      push(ticks);
    }
    for (const [ticks] of own) push(ticks);
    return levels;
  }

  #applySide(side: OrderSide, levels: readonly Level[]): LevelChange[] {
    return levels.map(([price, qty]) => {
      const ticks = stepsOf(price, this.#grid.priceDecimals);
      const lots = stepsOf(qty, this.#grid.qtyDecimals);
      if (ticks === null || lots === null) throw new RangeError(`level ${price} × ${qty} is off the recording's grid`);
      this.#external[side].set(ticks, lots);
      this.#taken[side].delete(ticks);
      return { side, ticks };
    });
  }
}
