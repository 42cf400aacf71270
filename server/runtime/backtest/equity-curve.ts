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
  readonly #lastPrice: (id: InstrumentId) => number | null;
  #balances: readonly Balance[] | null = null;
  /** What `#balances` hold, with the market that prices it; null: it counts as one. */
  #held: ReadonlyArray<{ readonly amount: number; readonly market: InstrumentId | null }> = [];

  constructor(instruments: readonly Instrument[], lastPrice: (id: InstrumentId) => number | null) {
    for (const { exchange, base, id, contractKind } of instruments) {
      if (!dollars.has(base) && contractKind === 'spot') this.#priceOf.set(`${exchange} ${base}`, id);
    }
    this.#lastPrice = lastPrice;
  }

  /** Null while a market of something held has no price yet. */
  value(balances: readonly Balance[]): number | null {
    if (balances !== this.#balances) {
      this.#balances = balances;
      this.#held = balances
        .map(({ exchange, asset, total }) => ({ amount: Number(total), market: this.#priceOf.get(`${exchange} ${asset}`) ?? null }))
        .filter(({ amount }) => amount !== 0);
    }
    let sum = 0;
    for (const { amount, market } of this.#held) {
      const price = market === null ? 1 : this.#lastPrice(market);
      if (price === null) return null;
      sum += amount * price;
    }
    return sum;
  }
}
