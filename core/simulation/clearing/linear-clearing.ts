import { type Outcome, refused } from '../../contract/app-error.ts';
import type { ApiId } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { type Amount, sum, toBigInt } from '../../domain/clearing/amount.ts';
import { fillPosition, flat, fundingFor, type MarginOrder, profitAt, reducibleLots } from '../../domain/clearing/linear.ts';
import type { LinearInstrument } from '../../domain/markets/instrument.ts';
import { bracketsOf, largestNotional, type MarginBracket } from '../../domain/markets/margin-brackets.ts';
import { decimalsOf, pow10, toUnits } from '../../domain/numbers/decimal.ts';
import { textOfSteps } from '../../domain/numbers/steps.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import { lotsAt } from '../quote-lots.ts';
import type {
  ClearedFee,
  ClearedTrade,
  Clearing,
  ClearingOrder,
  FundingPayment,
  MarketParts,
  PayableAmount,
  PayableOrder,
} from './clearing.ts';
import { feeOf } from './fee-rate.ts';
import { MarginBroken } from './margin-broken.ts';
import type { MarginPool, PooledContract } from './margin-pool.ts';
import { firstLots, largestThat, placeableQty, shortOf } from './shortage.ts';

export interface LinearClearingParts extends MarketParts {
  readonly market: { readonly instrument: LinearInstrument };
  readonly poolOf: (apiId: ApiId) => MarginPool;
}

interface Holder {
  readonly pool: MarginPool;
  readonly contract: PooledContract;
}

/**
 * A linear contract: fills change a net position against the quote asset, margin is shared with the account's other contracts.
 * The fee is a share of the notional, in quote.
 */
export class LinearClearing implements Clearing {
  readonly hasPositions = true;
  readonly #parts: LinearClearingParts;
  readonly #brackets: readonly MarginBracket[];
  readonly #holders = new Map<ApiId, Holder>();
  #markTicks = 0;

  constructor(parts: LinearClearingParts) {
    this.#parts = parts;
    this.#brackets = bracketsOf(parts.market.instrument.brackets);
  }

  get isExposed(): boolean {
    for (const { contract } of this.#holders.values()) if (contract.position.lots !== 0) return true;
    return false;
  }

  get openProfit(): bigint {
    let profit: Amount = 0n;
    for (const { contract } of this.#holders.values())
      profit = sum(profit, profitAt(contract.values, contract.position, contract.markTicks));
    return toBigInt(profit);
  }

  problem({ apiId, side, ticks, lots, meets, instead, reduceOnly, leastTicks = ticks }: PayableOrder): Outcome<never> | null {
    if (reduceOnly) return null;
    const { pool, contract } = this.#holder(apiId);
    const tooLarge = this.#sizeProblem(pool, contract, { side, ticks, lots });
    if (tooLarge !== null) return tooLarge;
    const paid = meets ?? [{ ticks, lots }];
    const first = (most: number): MarginOrder[] => firstLots(paid, most).flatMap((one) => (one.ticks > 0 ? [{ side, ...one }] : []));
    if (instead !== undefined) this.release(instead);
    try {
      if (pool.allows(contract, first(lots))) return null;
      const { ledger, market, grid } = this.#parts;
      const { instrument } = market;
      const most = largestThat((count) => pool.allows(contract, first(count)), lots);
      const [need, limit] = [pool.moreFor(contract, first(lots)), pool.available].map((units) => ledger.text(units)) as [string, string];
      return shortOf({ need, limit, asset: instrument.settleAsset }, placeableQty(most, leastTicks, instrument, grid), instrument);
    } finally {
      if (instead !== undefined) this.hold(instead);
    }
  }

  amountProblem({ apiId, side, amount, ticks }: PayableAmount): Outcome<never> | null {
    const lots = ticks === 0 ? 0 : lotsAt(side, amount, this.#parts.units.quoteOf(ticks, 1));
    return ticks === 0 ? null : this.problem({ apiId, side, ticks, lots, reduceOnly: false });
  }

  reducible(apiId: ApiId, side: OrderSide): number {
    return reducibleLots(this.#holder(apiId).contract.position, side);
  }

  hold({ apiId, side, ticks, lots, reduceOnly }: ClearingOrder): void {
    if (reduceOnly) return;
    this.#holder(apiId).contract.orders.push({ side, ticks, lots });
  }

  release({ apiId, side, ticks, lots, reduceOnly }: ClearingOrder): void {
    if (reduceOnly) return;
    const { orders } = this.#holder(apiId).contract;
    let left = lots;
    // Orders of one side and price need the same margin: it does not matter which of them are shorter.
    for (let at = orders.length - 1; at >= 0 && left > 0; at--) {
      const order = orders[at] as MarginOrder;
      if (order.side !== side || order.ticks !== ticks) continue;
      const taken = Math.min(left, order.lots);
      left -= taken;
      if (taken === order.lots) orders.splice(at, 1);
      else orders[at] = { ...order, lots: order.lots - taken };
    }
  }

  settle({ isHeld, ...trade }: ClearedTrade, events: VenueEvent[]): ClearedFee {
    const { apiId, side, ticks, lots, feeRate, tradeId, timeMs } = trade;
    const { units, ledger, market } = this.#parts;
    const { settleAsset } = market.instrument;
    if (isHeld) this.release(trade);
    const { contract } = this.#holder(apiId);
    const filled = fillPosition(units, contract.position, side, ticks, lots);
    contract.position = filled;
    const feeUnits = feeOf(units.quoteOf(ticks, lots), feeRate);
    ledger.move({ apiId, asset: settleAsset, units: toBigInt(filled.profit), feeUnits, kind: 'TRADE', reference: tradeId, timeMs }, events);
    return { feeUnits, feeAsset: settleAsset };
  }

  value(ticks: number): void {
    this.#markTicks = ticks;
    for (const { contract } of this.#holders.values()) contract.markTicks = ticks;
  }

  mark(ticks: number, timeMs: number): void {
    this.value(ticks);
    for (const { pool, contract } of this.#holders.values()) {
      if (contract.position.lots === 0 || !pool.isBroken) continue;
      throw new MarginBroken(this.#parts.market.instrument.id, timeMs, this.#price(ticks));
    }
  }

  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[] {
    const { units, ledger, market, grid } = this.#parts;
    const { instrument } = market;
    const payments: FundingPayment[] = [];
    for (const [apiId, { contract }] of this.#holders) {
      const { lots } = contract.position;
      if (lots === 0) continue;
      const paid = fundingOf(units.quoteOf(this.#markTicks, lots), rate);
      const asset = instrument.settleAsset;
      const reference = `${instrument.id} ${timeMs}`;
      ledger.move({ apiId, asset, units: -paid, feeUnits: 0n, kind: 'FUNDING', reference, timeMs }, events);
      const amount = ledger.text(-paid);
      const [qty, price] = [textOfSteps(lots, grid.qtyDecimals), this.#price(this.#markTicks)];
      payments.push({ timeMs, apiId, instrumentId: instrument.id, qty, price, rate, amount, asset });
    }
    this.mark(this.#markTicks, timeMs);
    return payments;
  }

  /** A leverage allows no more than its bracket (trading rules §13); what reduces may always come. */
  #sizeProblem({ leverage }: MarginPool, { position }: PooledContract, { side, ticks, lots }: MarginOrder): Outcome<never> | null {
    const { units, ledger, grid } = this.#parts;
    const after = Math.abs(position.lots + (side === 'BUY' ? lots : -lots));
    const largest = largestNotional(leverage, this.#brackets) * 10n ** BigInt(ledger.scale);
    if (after <= Math.abs(position.lots) || units.quoteOf(ticks, after) <= largest) return null;
    const limit = ticks === 0 ? '0' : textOfSteps(Number(largest / units.quoteOf(ticks, 1)), grid.qtyDecimals);
    return refused('ORDER_QTY_TOO_LARGE', { field: 'qty', limit });
  }

  #holder(apiId: ApiId): Holder {
    const known = this.#holders.get(apiId);
    if (known !== undefined) return known;
    const { units, poolOf } = this.#parts;
    const pool = poolOf(apiId);
    const contract: PooledContract = {
      values: units,
      brackets: this.#brackets,
      leverage: pool.leverage,
      position: flat,
      orders: [],
      markTicks: this.#markTicks,
    };
    const holder = { pool, contract };
    holder.pool.add(contract);
    this.#holders.set(apiId, holder);
    return holder;
  }

  #price(ticks: number): string {
    return textOfSteps(ticks, this.#parts.grid.priceDecimals);
  }
}

/** What a signed notional pays at a rate as a decimal; negative when it receives. */
export function fundingOf(notional: bigint, rate: string): bigint {
  const scale = decimalsOf(rate);
  const units = toUnits(rate, scale);
  if (units === null) throw new RangeError(`not a rate: ${rate}`);
  return fundingFor(notional, units, pow10(scale));
}
