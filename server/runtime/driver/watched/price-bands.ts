import type { MarketEvent, Subscription } from '../../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';

type BandSubscription = Extract<Subscription, { readonly type: 'band' }>;
type BandEvent = Extract<MarketEvent, { readonly type: 'band' }>;
export type BandZone = BandEvent['zone'];

/** One watched band. Numbers are enough to compare: two decimals in order never become doubles out of order. */
export class PriceBand {
  readonly instrumentId: InstrumentId;
  readonly #subscription: BandSubscription;
  readonly #low: number;
  readonly #high: number;
  zone: BandZone | null;
  #ticksPerUnit = 0;
  #newsOf: BandZone | null = null;
  #newsAt: readonly [down: number, up: number] = [0, 0];

  constructor(subscription: BandSubscription, zone: BandZone | null = null) {
    this.#subscription = subscription;
    this.instrumentId = subscription.instrumentId;
    this.#low = Number(subscription.low);
    this.#high = Number(subscription.high);
    this.zone = zone;
  }

  /** True when this price is news. */
  isNews(price: number): boolean {
    return this.zone !== this.#zoneOf(price);
  }

  /** Moves to the price's zone and tells of it. */
  event(price: string, timeMs: number): BandEvent {
    this.zone = this.#zoneOf(Number(price));
    const { instrumentId, low, high } = this.#subscription;
    return { type: 'band', instrumentId, low, high, zone: this.zone, price, timeMs };
  }

  /** In ticks, of which a unit of price has so many: a price at or below the first, or at or above the second, is news; any other is not. */
  newsAt(ticksPerUnit: number): readonly [down: number, up: number] {
    if (this.#ticksPerUnit !== ticksPerUnit || this.#newsOf !== this.zone) {
      this.#ticksPerUnit = ticksPerUnit;
      this.#newsOf = this.zone;
      this.#newsAt = this.#news(ticksPerUnit);
    }
    return this.#newsAt;
  }

  #news(ticksPerUnit: number): readonly [down: number, up: number] {
    const [low, high] = [this.#low, this.#high];
    switch (this.zone) {
      case 'below':
        return [Number.NEGATIVE_INFINITY, firstTick(low, ticksPerUnit, (price) => price >= low)];
      case 'above':
        return [firstTick(high, ticksPerUnit, (price) => price > high) - 1, Number.POSITIVE_INFINITY];
      case 'inside':
        return [firstTick(low, ticksPerUnit, (price) => price >= low) - 1, firstTick(high, ticksPerUnit, (price) => price > high)];
      default:
        return [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    }
  }

  #zoneOf(price: number): BandZone {
    return price < this.#low ? 'below' : price > this.#high ? 'above' : 'inside';
  }
}

/** The lowest tick near a price for which the test holds; the price itself where ticks are too large to be counted. */
function firstTick(price: number, ticksPerUnit: number, holds: (price: number) => boolean): number {
  let ticks = Math.floor(price * ticksPerUnit) - 1;
  if (!Number.isSafeInteger(ticks)) return price * ticksPerUnit;
  while (!holds(ticks / ticksPerUnit)) ticks++;
  return ticks;
}
