import { AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ApiId, Balance } from '../../../core/contract/trading.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import { AccountLedger } from '../../../core/simulation/account-ledger.ts';
import { BarMarket } from '../../../core/simulation/bar-market.ts';
import type { MarketGrid } from '../../../core/simulation/market-grid.ts';
import { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import type { Effect } from '../driver/effect.ts';

/** A market of the simulation. `bars`: only candles are known of it; `recorded`: its book or its trades. */
export interface SimulatedMarketPart {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly kind: 'bars' | 'recorded';
}

/** What an account starts with: amounts by asset, decimal strings. */
export interface SimulatedAccount {
  readonly apiId: ApiId;
  readonly exchange: string;
  readonly balances: Readonly<Record<string, string>>;
}

type OrderEffect = Extract<Effect, { readonly type: 'place' | 'cancel' | 'amend' }>;

/** Decimals of the ledgers at least; more when tick × lot needs them. */
const smallestScale = 8;

/** The exchanges of a simulation: their markets, and the accounts of one instance at them. Orders meet recorded data only. */
export class SimulatedExchanges {
  readonly #markets = new Map<InstrumentId, BarMarket | SimulatedMarket>();
  readonly #ledgers = new Map<string, AccountLedger>();
  readonly #accounts: readonly SimulatedAccount[];
  /** Exchange order ids by the instance's own, while they are open. */
  readonly #orderIds = new Map<string, string>();
  #number = 0;

  constructor(parts: readonly SimulatedMarketPart[], accounts: readonly SimulatedAccount[], isOptimistic: boolean) {
    this.#accounts = accounts;
    const scale = Math.max(smallestScale, ...parts.map(({ grid }) => grid.priceDecimals + grid.qtyDecimals));
    const newId = (): string => String(++this.#number);
    for (const { instrument, grid, kind } of parts) {
      const { exchange } = instrument;
      const ledger = this.#ledgers.get(exchange) ?? new AccountLedger(exchange, scale, newId);
      this.#ledgers.set(exchange, ledger);
      const market =
        kind === 'bars'
          ? new BarMarket({ instrument, grid, ledger, newId, isOptimistic })
          : new SimulatedMarket({ instrument, grid, ledger, newId, tellsLevels: false });
      this.#markets.set(instrument.id, market);
    }
    for (const { apiId, exchange, balances } of accounts) {
      const ledger = this.#ledgers.get(exchange);
      if (ledger === undefined) throw new AppError('MARKET_UNKNOWN_EXCHANGE', { exchange });
      ledger.open(apiId);
      for (const [asset, amount] of Object.entries(balances)) ledger.deposit(apiId, asset, amount, `start ${asset}`, 0);
    }
  }

  bars(id: InstrumentId): BarMarket {
    const market = this.#markets.get(id);
    if (!(market instanceof BarMarket)) throw new RangeError(`${id} is no market of bars`);
    return market;
  }

  recorded(id: InstrumentId): SimulatedMarket {
    const market = this.#markets.get(id);
    if (!(market instanceof SimulatedMarket)) throw new RangeError(`${id} is no market with a recorded book or trades`);
    return market;
  }

  lastPrice(id: InstrumentId): string | null {
    return this.#markets.get(id)?.lastPrice ?? null;
  }

  balances(): readonly Balance[] {
    return this.#accounts.flatMap(({ apiId, exchange }) => this.#ledgers.get(exchange)?.balances(apiId) ?? []);
  }

  /** Does what an instance asks for; gives what happened, or the refusal. A cancel that comes too late does nothing. */
  perform(effect: OrderEffect): Outcome<readonly VenueEvent[]> {
    const isPlaced = effect.type === 'place';
    const { apiId, instrumentId } = isPlaced ? effect.intent : effect;
    const market = this.#markets.get(instrumentId);
    if (market === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: instrumentId });
    if (!this.#accounts.some((account) => account.apiId === apiId && account.exchange === market.instrument.exchange)) {
      return refused('ACCESS_ACCOUNT', { apiId });
    }
    if (isPlaced) {
      const placed = market.place(effect.intent);
      if (!placed.ok) return placed;
      this.#orderIds.set(effect.intent.clientOrderId, placed.value.order.orderId);
      return accepted(placed.value.events);
    }
    if (effect.type === 'amend') return refused('ORDER_NOT_AMENDABLE', { status: 'UNFILLED' });
    const canceled = market.cancel(this.#orderIds.get(effect.clientOrderId) ?? '');
    return accepted(canceled === null ? [] : canceled.events);
  }

  /** The instance's own id of an order that has ended is no longer needed. */
  ended(clientOrderId: string): void {
    this.#orderIds.delete(clientOrderId);
  }
}
