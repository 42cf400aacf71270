import type { StrategyPosition } from '../../../../core/contract/strategy.ts';
import type { ApiId, Fill } from '../../../../core/contract/trading.ts';
import { type Amount, toBigInt } from '../../../../core/domain/clearing/amount.ts';
import { changeAtCost, halfUpRest } from '../../../../core/domain/clearing/average-cost.ts';
import { isTurned, type OfKind } from '../../../../core/domain/clearing/kinds.ts';
import type { Instrument, InstrumentId, LinearInstrument } from '../../../../core/domain/markets/instrument.ts';
import { divideHalfUp, fromUnits, pow10, toUnits } from '../../../../core/domain/numbers/decimal.ts';

export const resultScale = 20;
const scale = resultScale;
const one = pow10(scale);

/** What a market trades, what for, and what its result is made in: the quote of spot, the settle asset of a contract. */
export type MarketAssets = Pick<Instrument, 'base' | 'quote'> & Partial<Pick<LinearInstrument, 'settleAsset' | 'multiplier'> & OfKind>;

/** Flows of one market since the instance started; JSON. Signed decimals. */
export interface NetFlows {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  /** Base received less given, after fees taken in base. */
  readonly base: string;
  /** Quote received less given, after fees taken in quote; of a contract, its settle asset likewise. */
  readonly quote: string;
  /** Cost of the open net position, in the same, always positive. */
  readonly cost: string;
  /** Fees in base and in quote, valued in quote at their fill's price. */
  readonly fees: string;
  /** Fees in other assets; absent while there are none. */
  readonly paid?: Readonly<Record<string, string>>;
  /** Funding received less paid, in quote, part of `quote`; absent while there is none. */
  readonly funding?: string;
  readonly fills: number;
}

/** Result of one market since the start, in what it settles in, in units of {@link resultScale}: all but `open` is settled. */
interface MarketResult {
  /** What closed positions made, before fees. */
  readonly realised: bigint;
  /** What the open position would make at the mark; null without one. */
  readonly open: bigint | null;
  /** Without those in other assets. */
  readonly fees: bigint;
  readonly funding: bigint;
}

/**
 * What the instance's own fills in one market add up to. The result is quote + base × price, and of an inverse contract, whose worth falls as
 * the price rises, coins − contracts × multiplier / price: it needs no history.
 */
export class NetPosition {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly #assets: MarketAssets;
  readonly #multiplier: bigint;
  readonly #paid = new Map<string, bigint>();
  #base = 0n;
  #quote = 0n;
  #cost = 0n;
  #fees = 0n;
  #funding = 0n;
  #fills = 0;
  /** Of the fill that is being applied. */
  #price = 0n;
  /** Made once: there is a fill for every order of a backtest. */
  readonly #openedCost = (qty: Amount): bigint => this.#worth(BigInt(qty), this.#price);

  constructor(apiId: ApiId, instrumentId: InstrumentId, assets: MarketAssets, flows?: NetFlows) {
    this.apiId = apiId;
    this.instrumentId = instrumentId;
    this.#assets = assets;
    this.#multiplier = units(assets.multiplier ?? '1');
    if (flows === undefined) return;
    this.#base = units(flows.base);
    this.#quote = units(flows.quote);
    this.#cost = units(flows.cost);
    this.#fees = units(flows.fees);
    this.#funding = units(flows.funding ?? '0');
    for (const [asset, amount] of Object.entries(flows.paid ?? {})) this.#paid.set(asset, units(amount));
    this.#fills = flows.fills;
  }

  apply(fill: Fill): void {
    const price = units(fill.price);
    const qty = units(fill.qty);
    const fee = units(fill.fee);
    const inQuote = fill.feeAsset === this.asset;
    // Coins that are traded are the position; a contract takes its fees from what it settles in.
    const inBase = !inQuote && this.#assets.settleAsset === undefined && fill.feeAsset === this.#assets.base;
    const sign = fill.side === 'BUY' ? 1n : -1n;
    const change = sign * qty - (inBase ? fee : 0n);
    this.#price = price;
    this.#cost = toBigInt(changeAtCost({ qty: this.#base, cost: this.#cost }, change, this.#openedCost, halfUpRest).cost);
    this.#base += change;
    this.#quote += -sign * this.#turn * this.#worth(qty, price) - (inQuote ? fee : 0n);
    if (inQuote || inBase) this.#fees += inQuote ? fee : (fee * price) / one;
    else this.#paid.set(fill.feeAsset, (this.#paid.get(fill.feeAsset) ?? 0n) + fee);
    this.#fills += 1;
  }

  /** Books what a funding time has brought (signed, in what the market settles in). */
  fund(amount: string): void {
    this.#quote += units(amount);
    this.#funding += units(amount);
  }

  /** Null when nothing is held either way. */
  get position(): StrategyPosition | null {
    if (this.#base === 0n) return null;
    const qty = abs(this.#base);
    return {
      apiId: this.apiId,
      instrumentId: this.instrumentId,
      side: this.#base < 0n ? 'SHORT' : 'LONG',
      qty: fromUnits(qty, scale),
      entryPrice: fromUnits(this.#entryOf(qty), scale),
    };
  }

  /** Signed, in base. */
  get base(): string {
    return fromUnits(this.#base, scale);
  }

  /** Asset that results are in. */
  get asset(): string {
    return this.#assets.settleAsset ?? this.#assets.quote;
  }

  /** −1 of an inverse contract: what is bought is worth less in coins the dearer it gets. */
  get #turn(): 1n | -1n {
    return isTurned(this.#assets) ? -1n : 1n;
  }

  /** Of a quantity at a price, in what the market settles in; never below 0 for a quantity above. */
  #worth(qty: bigint, price: bigint): bigint {
    if (this.#turn === 1n) return this.#multiplier === one ? (qty * price) / one : (qty * price * this.#multiplier) / (one * one);
    return price === 0n ? 0n : (qty * this.#multiplier) / price;
  }

  /** The price at which the position was taken, in quote per base. */
  #entryOf(qty: bigint): bigint {
    if (this.#turn === -1n) return this.#cost === 0n ? 0n : divideHalfUp(qty * this.#multiplier, this.#cost);
    return divideHalfUp(this.#cost * one * one, qty * this.#multiplier);
  }

  /** Fees in assets that the market does not trade, in units of {@link resultScale}. */
  get paid(): ReadonlyMap<string, bigint> {
    return this.#paid;
  }

  /** Result since the start when what is held is valued at `mark`. */
  resultAt(mark: string | null): MarketResult {
    const signedCost = this.#turn * (this.#base < 0n ? -this.#cost : this.#cost);
    const worth = mark === null ? null : this.#turn * this.#worth(this.#base, units(mark));
    return {
      realised: this.#quote + signedCost + this.#fees - this.#funding,
      open: this.#base === 0n ? 0n : worth === null ? null : worth - signedCost,
      fees: this.#fees,
      funding: this.#funding,
    };
  }

  get flows(): NetFlows {
    return {
      apiId: this.apiId,
      instrumentId: this.instrumentId,
      base: fromUnits(this.#base, scale),
      quote: fromUnits(this.#quote, scale),
      cost: fromUnits(this.#cost, scale),
      fees: fromUnits(this.#fees, scale),
      ...(this.#paid.size === 0
        ? {}
        : { paid: Object.fromEntries([...this.#paid].map(([asset, amount]) => [asset, fromUnits(amount, scale)])) }),
      ...(this.#funding === 0n ? {} : { funding: fromUnits(this.#funding, scale) }),
      fills: this.#fills,
    };
  }
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function units(text: string): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`not a decimal: ${text}`);
  return value;
}
