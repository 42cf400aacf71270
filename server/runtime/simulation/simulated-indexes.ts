import { type Instrument, type InstrumentId, pairKey } from '../../../core/domain/markets/instrument.ts';
import { fewestIndexSources, spotIndex } from '../../../core/domain/markets/spot-index.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import type { ClearedMarket } from '../../../core/simulation/clearing/cleared-market.ts';

/** All exchanges count alike, as live. */
const weight = 1;

/** Spot indexes over the exchanges of a simulation, worked out by the same rule as those of the open exchanges. */
export class SimulatedIndexes {
  /** Spot markets by pair. */
  readonly #pairs = new Map<string, ClearedMarket[]>();
  /** The last price of each pair, which stands where too few exchanges quote. */
  readonly #prices = new Map<string, string>();

  add(market: ClearedMarket): void {
    const { instrument } = market;
    if (instrument.accountType !== 'spot') return;
    const key = pairKey(instrument);
    const known = this.#pairs.get(key);
    if (known === undefined) this.#pairs.set(key, [market]);
    else known.push(market);
  }

  /** False where the simulation has too few exchanges for an index of the market's pair. */
  has(instrument: Instrument): boolean {
    return (this.#pairs.get(pairKey(instrument))?.length ?? 0) >= fewestIndexSources;
  }

  /** Of the pair of a market at a time, in quote; null while fewer than two exchanges count. */
  price(instrument: Instrument, nowMs: number): string | null {
    const key = pairKey(instrument);
    const markets = this.#pairs.get(key) ?? [];
    if (markets.length < fewestIndexSources) return null;
    const sources = markets.map((market) => ({ id: market.instrument.id, ...market.quote(nowMs), weight }));
    const decimals = Math.max(...markets.map((market) => decimalsOf(market.instrument.tick))) + 1;
    const { price, stale } = spotIndex(sources, this.#prices.get(key) ?? null, decimals);
    if (stale || price === null) return null;
    this.#prices.set(key, price);
    return price;
  }

  /** Markets in which an order waits for the index. */
  get watching(): readonly InstrumentId[] {
    return [...this.#pairs.values()].flat().flatMap(({ waiting, instrument }) => (waiting.watchesIndex ? [instrument.id] : []));
  }
}
