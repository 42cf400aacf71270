import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';

/** [time in ms, value in the account currency]. */
export type EquityPoint = readonly [timeMs: number, value: number];

const dollars = new Set(['USD', 'USDT', 'USDC']);

/**
 * What all balances are worth, in the quote of the markets; dollars and their tokens count as one. Figures to look at: money
 * itself is never counted from them.
 */
export class EquityValuer {
  readonly #priceOf = new Map<string, InstrumentId>();
  readonly #lastPrice: (id: InstrumentId) => string | null;

  constructor(instruments: readonly Instrument[], lastPrice: (id: InstrumentId) => string | null) {
    for (const { exchange, base, id } of instruments) {
      if (!dollars.has(base)) this.#priceOf.set(`${exchange} ${base}`, id);
    }
    this.#lastPrice = lastPrice;
  }

  /** Null while a market of something held has no price yet. */
  value(balances: readonly Balance[]): number | null {
    let sum = 0;
    for (const { exchange, asset, total } of balances) {
      const amount = Number(total);
      if (amount === 0) continue;
      const market = this.#priceOf.get(`${exchange} ${asset}`);
      const price = market === undefined ? '1' : this.#lastPrice(market);
      if (price === null) return null;
      sum += amount * Number(price);
    }
    return sum;
  }
}
