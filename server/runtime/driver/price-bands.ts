import type { MarketEvent, Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';

export type BandSubscription = Extract<Subscription, { readonly type: 'band' }>;
export type BandEvent = Extract<MarketEvent, { readonly type: 'band' }>;
export type BandZone = BandEvent['zone'];

/** One watched band. Numbers are enough to compare: two decimals in order never become doubles out of order. */
export class PriceBand {
  readonly instrumentId: InstrumentId;
  readonly #subscription: BandSubscription;
  readonly #low: number;
  readonly #high: number;
  zone: BandZone | null;

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

  /** Prices between these two, both outside, are surely no news. */
  get quiet(): readonly [number, number] {
    if (this.zone === null) return [0, 0];
    return [
      this.zone === 'below' ? Number.NEGATIVE_INFINITY : this.zone === 'inside' ? this.#low : this.#high,
      this.zone === 'above' ? Number.POSITIVE_INFINITY : this.zone === 'inside' ? this.#high : this.#low,
    ];
  }

  #zoneOf(price: number): BandZone {
    return price < this.#low ? 'below' : price > this.#high ? 'above' : 'inside';
  }
}
