import type { VenueEvent } from '../contract/venue.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { Clearing, FundingPayment } from './clearing.ts';
import { clearingOf, type PoolOf } from './clearing-of.ts';
import type { MarketGrid } from './market-grid.ts';
import { MarketUnits } from './market-units.ts';
import { OrderAccounting } from './order-accounting.ts';
import { WaitingOrders } from './waiting-orders.ts';

export interface ClearedMarketParts {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  /** Ids of orders, fills and ledger entries: decimal, rising, never used before. */
  readonly newId: () => string;
  readonly poolOf?: PoolOf;
}

/** What every simulated market has: a last price, the money of its orders, and those that wait for a trigger. */
export abstract class ClearedMarket {
  readonly instrument: Instrument;
  /** Our orders that wait for their triggers. */
  readonly waiting: WaitingOrders;
  protected readonly grid: MarketGrid;
  protected readonly units: MarketUnits;
  protected readonly newId: () => string;
  protected readonly clearing: Clearing;
  protected readonly accounting: OrderAccounting;
  /** 0 before the first price. */
  protected last = 0;

  constructor({ instrument, grid, ledger, newId, poolOf }: ClearedMarketParts) {
    this.instrument = instrument;
    this.grid = grid;
    this.units = new MarketUnits(instrument, grid, ledger.scale);
    this.newId = newId;
    const { units } = this;
    this.clearing = clearingOf({ instrument, grid, units, ledger }, poolOf);
    this.accounting = new OrderAccounting({ instrument, grid, ledger, units, clearing: this.clearing });
    this.waiting = new WaitingOrders({ exchange: instrument.exchange, grid, newId, accounting: this.accounting });
  }

  /** The last price in ticks; 0 before the first one. */
  get lastTicks(): number {
    return this.last;
  }

  /** The last price as a number, to look at. */
  get lastNumber(): number | null {
    return this.last === 0 ? null : this.last / 10 ** this.grid.priceDecimals;
  }

  get lastPrice(): string | null {
    return this.last === 0 ? null : this.accounting.price(this.last);
  }

  /** Open profit of all positions in minor units of the quote; nothing at a spot market. */
  get openProfit(): bigint {
    return this.clearing.openProfit;
  }

  /** Moves the funding of all positions, at the last price. Throws MarginBroken. */
  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[] {
    return this.clearing.fund(rate, timeMs, events);
  }
}
