import { type Outcome, refused } from '../../contract/app-error.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { givenAsset, largestAmountFor } from '../../domain/clearing/cash.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { MarketGrid } from '../market-grid.ts';
import type { MarketUnits } from '../market-units.ts';
import { lotsAt } from '../quote-lots.ts';
import type { AccountLedger } from './account-ledger.ts';
import type {
  ClearedFee,
  ClearedTrade,
  Clearing,
  ClearingOrder,
  FundingPayment,
  MarketParts,
  PaidLots,
  PayableAmount,
  PayableOrder,
} from './clearing.ts';
import { firstLots, largestThat, placeableQty, shortOf } from './shortage.ts';

/** The accounts of a cash market: what orders give is held in their wallets, and fills change two of them. */
export class CashClearing implements Clearing {
  readonly #market: MarketParts['market'];
  readonly #grid: MarketGrid;
  readonly #units: MarketUnits;
  readonly #ledger: AccountLedger;
  readonly hasPositions = false;
  readonly isExposed = false;
  readonly openProfit = 0n;

  constructor({ market, grid, units, ledger }: MarketParts) {
    this.#market = market;
    this.#grid = grid;
    this.#units = units;
    this.#ledger = ledger;
  }

  problem({ apiId, side, ticks, lots, meets, instead, leastTicks = ticks }: PayableOrder): Outcome<never> | null {
    const { asset, units } = this.#units.given(side, ticks, lots);
    const freed = instead === undefined ? 0n : this.#units.given(side, instead.ticks, instead.lots).units;
    const available = this.#ledger.available(apiId, asset) + freed;
    const paid = side === 'BUY' ? meets : undefined;
    const need = paid === undefined ? units : this.#given(side, paid);
    if (need <= available) return null;
    const pays = (most: number): boolean =>
      this.#given(side, paid === undefined ? [{ ticks, lots: most }] : firstLots(paid, most)) <= available;
    const fits = placeableQty(largestThat(pays, lots), leastTicks, this.#market.instrument, this.#grid);
    return shortOf({ need: this.#ledger.text(need), limit: this.#ledger.text(available), asset }, fits, this.#market.instrument);
  }

  /** A buy needs all of its amount, a sale what it would sell at the worst price. */
  amountProblem({ apiId, side, amount, worstTicks }: PayableAmount): Outcome<never> | null {
    const { quote: quoteAsset, minNotional } = this.#market.instrument;
    const isBuy = side === 'BUY';
    if (!isBuy && worstTicks === 0) return null;
    const asset = this.#market.instrument[givenAsset(side)];
    const need = isBuy ? amount : this.#units.baseOf(lotsAt(side, amount, this.#units.quoteOf(worstTicks, 1)));
    const free = this.#ledger.available(apiId, asset);
    if (need <= free) return null;
    const most = largestAmountFor(this.#units, side, worstTicks, free);
    const fits = most < (this.#units.ofText(minNotional) ?? 0n) ? 0n : most;
    const [needs, limit, fitting] = [need, free, fits].map((units) => this.#ledger.text(units)) as [string, string, string];
    return refused('ORDER_INSUFFICIENT_BALANCE', {
      field: 'quoteAmount',
      need: needs,
      limit,
      asset,
      fits: fitting,
      fitsAsset: quoteAsset,
    });
  }

  #given(side: OrderSide, paid: readonly PaidLots[]): bigint {
    return paid.reduce((sum, { ticks, lots }) => sum + this.#units.given(side, ticks, lots).units, 0n);
  }

  hold({ apiId, side, ticks, lots }: ClearingOrder, events: VenueEvent[]): void {
    const { asset, units } = this.#units.given(side, ticks, lots);
    this.#ledger.hold(apiId, asset, units, events);
  }

  release({ apiId, side, ticks, lots }: ClearingOrder, events: VenueEvent[]): void {
    const { asset, units } = this.#units.given(side, ticks, lots);
    this.#ledger.hold(apiId, asset, -units, events);
  }

  settle({ apiId, side, ticks, lots, feeRate, isHeld, tradeId, timeMs }: ClearedTrade, events: VenueEvent[]): ClearedFee {
    const gives = this.#units.given(side, ticks, lots);
    const receives = this.#units.received(side, ticks, lots);
    const releasedUnits = isHeld ? gives.units : 0n;
    const feeUnits = this.#ledger.settle({ apiId, gives, receives, releasedUnits, feeRate, reference: tradeId, timeMs }, events);
    return { feeUnits, feeAsset: receives.asset };
  }

  reducible(): number {
    return 0;
  }

  value(): void {
    // Coins are worth what they are sold for.
  }

  mark(): void {
    // A spot price changes nobody's duties.
  }

  fund(): readonly FundingPayment[] {
    return [];
  }
}
