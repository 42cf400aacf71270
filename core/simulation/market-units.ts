import { given, givenAsset, received } from '../domain/clearing/cash.ts';
import type { LotValues } from '../domain/clearing/lot-values.ts';
import type { Instrument } from '../domain/markets/instrument.ts';
import { toUnits } from '../domain/numbers/decimal.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import type { MarketGrid } from './market-grid.ts';

/** Ticks and lots of a market as minor units of the ledger, which are too fine for numbers in most recordings. */
export class MarketUnits implements LotValues<bigint> {
  readonly #instrument: Instrument;
  readonly #perLot: bigint;
  readonly #perTickLot: bigint;
  readonly #scale: number;

  constructor(instrument: Instrument, grid: MarketGrid, scale: number) {
    this.#instrument = instrument;
    this.#scale = scale;
    this.#perLot = 10n ** BigInt(scale - grid.qtyDecimals);
    this.#perTickLot = 10n ** BigInt(scale - grid.qtyDecimals - grid.priceDecimals);
  }

  /** Of an amount; null when it is finer than the ledger. */
  ofText(amount: string): bigint | null {
    return toUnits(amount, this.#scale);
  }

  baseOf(lots: number): bigint {
    return BigInt(lots) * this.#perLot;
  }

  quoteOf(ticks: number, lots: number): bigint {
    return BigInt(ticks) * BigInt(lots) * this.#perTickLot;
  }

  /** What an order of this side gives, and holds while it rests. */
  given(side: OrderSide, ticks: number, lots: number): { readonly asset: string; readonly units: bigint } {
    return { asset: this.#instrument[givenAsset(side)], units: given(this, side, ticks, lots) };
  }

  received(side: OrderSide, ticks: number, lots: number): { readonly asset: string; readonly units: bigint } {
    return { asset: this.#instrument[givenAsset(side === 'BUY' ? 'SELL' : 'BUY')], units: received(this, side, ticks, lots) };
  }
}
