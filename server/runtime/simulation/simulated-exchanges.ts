import { AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ApiId, Balance, Order } from '../../../core/contract/trading.ts';
import { everyOrder, type VenueCapabilities, type VenueEvent } from '../../../core/contract/venue.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import { accountTypes, type Instrument, type InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { BarMarket } from '../../../core/simulation/bar-market.ts';
import { AccountLedger, type AssetTotal } from '../../../core/simulation/clearing/account-ledger.ts';
import { type AccountRates, accountRates, type RatesOf } from '../../../core/simulation/clearing/fee-rate.ts';
import { MarginPool } from '../../../core/simulation/clearing/margin-pool.ts';
import type { MarketGrid } from '../../../core/simulation/market-grid.ts';
import type { FundingSeries } from '../../../core/simulation/recordings/funding-recording.ts';
import { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import { InstrumentGrid } from '../../trading/checks/instrument-grid.ts';
import { type CheckedMarket, checkChange, checkIntent } from '../../trading/checks/order-checks.ts';
import type { Effect } from '../driver/effect.ts';
import { type Funding, FundingClock } from './funding-clock.ts';
import { SimulatedIndexes } from './simulated-indexes.ts';

/** A market of the simulation. `bars`: only candles are known of it; `trades`: only its trades; `recorded`: its book with its trades. */
export interface SimulatedMarketPart {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly kind: 'bars' | 'trades' | 'recorded';
  /** Of a perpetual. */
  readonly funding?: FundingSeries;
}

/** What an account starts with: amounts by asset, decimal strings. */
export interface SimulatedAccount {
  readonly apiId: ApiId;
  readonly exchange: string;
  readonly balances: Readonly<Record<string, string>>;
  /** Of its contracts; default 1. */
  readonly leverage?: number;
  /** What it pays, by market; absent, and of markets that are not there: the fees of the market. */
  readonly fees?: Readonly<Record<InstrumentId, Pick<AccountFees, 'makerFee' | 'takerFee'>>>;
}

/** What each account pays in a market. */
function accountRatesIn(accounts: readonly SimulatedAccount[], { id, exchange }: Instrument): RatesOf {
  const rates = new Map<ApiId, AccountRates>();
  for (const account of accounts) {
    const fees = account.exchange === exchange ? account.fees?.[id] : undefined;
    if (fees !== undefined) rates.set(account.apiId, accountRates(fees));
  }
  return (apiId) => rates.get(apiId) ?? null;
}

const poolKey = (exchange: string, apiId: ApiId, asset: string): string => `${exchange} ${apiId} ${asset}`;

type OrderEffect = Extract<Effect, { readonly type: 'place' | 'cancel' | 'amend' }>;

/** What a simulated market can do. */
const capabilities: VenueCapabilities = {
  marketData: true,
  trading: true,
  accountTypes,
  ...everyOrder,
  referencePrices: ['INDEX'],
  deposit: false,
  transfer: false,
};

/** Decimals of the ledgers at least; more when tick × lot needs them. */
export const leastScale = 8;

interface TradedMarket {
  readonly market: BarMarket | SimulatedMarket;
  /** What every order is checked against. */
  readonly checked: CheckedMarket;
  /** Those that its exchange knows. */
  readonly accounts: ReadonlySet<ApiId>;
}

/** The exchanges of a simulation: their markets, and the accounts of one instance at them. Orders meet recorded data only. */
export class SimulatedExchanges {
  readonly #markets = new Map<InstrumentId, TradedMarket>();
  readonly #ledgers = new Map<string, AccountLedger>();
  readonly #accounts: readonly SimulatedAccount[];
  /** Orders by the instance's own ids, while they are open. */
  readonly #orders = new Map<string, Pick<Order, 'orderId' | 'type'>>();
  readonly #ledgerList: readonly AccountLedger[];
  /** By exchange, account and margin asset. */
  readonly #pools = new Map<string, MarginPool>();
  readonly #contracts: (BarMarket | SimulatedMarket)[] = [];
  readonly #funding: FundingClock[] = [];
  readonly indexes = new SimulatedIndexes();
  #listed: { readonly version: number; readonly wallets: readonly Balance[] } = { version: -1, wallets: [] };
  #totalled: { readonly version: number; readonly totals: readonly AssetTotal[] } = { version: -1, totals: [] };
  #number = 0;

  constructor(parts: readonly SimulatedMarketPart[], accounts: readonly SimulatedAccount[], isOptimistic: boolean) {
    this.#accounts = accounts;
    const scale = Math.max(leastScale, ...parts.map(({ grid }) => grid.priceDecimals + grid.qtyDecimals));
    const newId = (): string => String(++this.#number);
    for (const { instrument, grid, kind, funding } of parts) {
      const { exchange, accountType, quote } = instrument;
      const ledger = this.#ledgers.get(exchange) ?? new AccountLedger(exchange, scale, newId, { tells: false, accountType });
      this.#ledgers.set(exchange, ledger);
      const isContract = settlesInMargin(instrument);
      const poolOf = (apiId: ApiId): MarginPool => this.#poolOf(ledger, exchange, apiId, quote);
      const ratesOf = accountRatesIn(accounts, instrument);
      const common = { instrument, grid, ledger, newId, ratesOf, ...(isContract ? { poolOf } : {}) };
      const market =
        kind === 'bars'
          ? new BarMarket({ ...common, isOptimistic })
          : new SimulatedMarket({ ...common, tellsLevels: false, isBookless: kind === 'trades' });
      const checkedGrid = new InstrumentGrid(instrument, { code: instrument.base, scale }, { code: quote, scale });
      const known = accounts.filter((account) => account.exchange === exchange).map(({ apiId }) => apiId);
      this.#markets.set(instrument.id, {
        market,
        checked: { venue: { capabilities }, grid: checkedGrid },
        accounts: new Set(known),
      });
      if (isContract) this.#contracts.push(market);
      this.indexes.add(market);
      if (funding !== undefined) this.#funding.push(new FundingClock(market, funding));
    }
    this.#ledgerList = [...this.#ledgers.values()];
    for (const { apiId, exchange, balances } of accounts) {
      const ledger = this.#ledgers.get(exchange);
      if (ledger === undefined) throw new AppError('MARKET_UNKNOWN_EXCHANGE', { exchange });
      ledger.open(apiId);
      for (const [asset, amount] of Object.entries(balances)) ledger.deposit(apiId, asset, amount, `start ${asset}`, 0);
    }
  }

  instrument(id: InstrumentId): Instrument | undefined {
    return this.#markets.get(id)?.market.instrument;
  }

  /** Tells a market the index of its pair; gives what happened to the orders that wait for it. */
  tellIndex(id: InstrumentId, price: string): readonly VenueEvent[] {
    return this.#markets.get(id)?.market.tellIndex(price) ?? [];
  }

  bars(id: InstrumentId): BarMarket {
    const market = this.#markets.get(id)?.market;
    if (!(market instanceof BarMarket)) throw new RangeError(`${id} is no market of bars`);
    return market;
  }

  recorded(id: InstrumentId): SimulatedMarket {
    const market = this.#markets.get(id)?.market;
    if (!(market instanceof SimulatedMarket)) throw new RangeError(`${id} is no market with a recorded book or trades`);
    return market;
  }

  lastPrice(id: InstrumentId): string | null {
    return this.#markets.get(id)?.market.lastPrice ?? null;
  }

  /** The last price as a number, to look at. */
  lastNumber(id: InstrumentId): number | null {
    return this.#markets.get(id)?.market.lastNumber ?? null;
  }

  /** What the accounts have, with what is held for orders and margin. */
  balances(): readonly Balance[] {
    const wallets = this.#wallets();
    if (this.#pools.size === 0) return wallets;
    // What the positions of contracts hold changes with every price.
    return wallets.map((wallet) => {
      const pool = this.#pools.get(poolKey(wallet.exchange, wallet.apiId, wallet.asset));
      const ledger = this.#ledgers.get(wallet.exchange);
      return pool === undefined || ledger === undefined ? wallet : { ...wallet, held: ledger.text(pool.held) };
    });
  }

  /** What the accounts have, as numbers to look at: the same array until money moves. */
  totals(): readonly AssetTotal[] {
    const version = this.#moneyVersion;
    if (version !== this.#totalled.version) {
      const totals: AssetTotal[] = [];
      for (const { apiId, exchange } of this.#accounts) this.#ledgers.get(exchange)?.addTotals(apiId, totals);
      this.#totalled = { version, totals };
    }
    return this.#totalled.totals;
  }

  /** Balances without what margin holds: the same array until money moves. */
  #wallets(): readonly Balance[] {
    const version = this.#moneyVersion;
    if (version !== this.#listed.version) {
      const wallets: Balance[] = [];
      for (const { apiId, exchange } of this.#accounts) wallets.push(...(this.#ledgers.get(exchange)?.balances(apiId) ?? []));
      this.#listed = { version, wallets };
    }
    return this.#listed.wallets;
  }

  get #moneyVersion(): number {
    let version = 0;
    for (const ledger of this.#ledgerList) version += ledger.version;
    return version;
  }

  /** Open profit of all contracts at the last prices, valued by what one unit of their quotes is worth, as a number to look at. */
  openProfit(worth: (exchange: string, quote: string) => number): number {
    let sum = 0;
    for (const { instrument, openProfit } of this.#contracts) {
      const ledger = this.#ledgers.get(instrument.exchange);
      if (openProfit !== 0n && ledger !== undefined) sum += Number(ledger.text(openProfit)) * worth(instrument.exchange, instrument.quote);
    }
    return sum;
  }

  /** When {@link fund} is to be called next; infinite without perpetuals. */
  get nextFundingMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { nextMs } of this.#funding) if (nextMs < next) next = nextMs;
    return next;
  }

  /** What lies before this time does not concern the instance. */
  beginFunding(startMs: number): void {
    for (const clock of this.#funding) clock.begin(startMs);
  }

  /** Moves the funding of a moment at all markets that have theirs then. Throws MarginBroken. */
  fund(atMs: number): readonly Funding[] {
    return this.#funding.flatMap((clock) => (clock.nextMs === atMs ? [clock.fund()] : []));
  }

  #poolOf(ledger: AccountLedger, exchange: string, apiId: ApiId, asset: string): MarginPool {
    const key = poolKey(exchange, apiId, asset);
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
    const { leverage = 1 } = this.#accounts.find((account) => account.apiId === apiId && account.exchange === exchange) ?? {};
    const pool = new MarginPool(ledger, apiId, asset, leverage);
    this.#pools.set(key, pool);
    return pool;
  }

  /** Does what an instance asks for; gives what happened, or the refusal. A cancel that comes too late does nothing. */
  perform(effect: OrderEffect): Outcome<readonly VenueEvent[]> {
    const isPlaced = effect.type === 'place';
    const { apiId, instrumentId } = isPlaced ? effect.intent : effect;
    const traded = this.#markets.get(instrumentId);
    if (traded === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: instrumentId });
    const { market, checked, accounts } = traded;
    if (!accounts.has(apiId)) return refused('ACCESS_ACCOUNT', { apiId });
    if (isPlaced) {
      const problem = checkIntent(effect.intent, checked);
      if (problem !== null) return { ok: false, error: problem };
      const placed = market.place(effect.intent);
      if (!placed.ok) return placed;
      const { order, legs, events } = placed.value;
      this.#orders.set(order.clientOrderId, order);
      for (const leg of legs) this.#orders.set(leg.clientOrderId, leg);
      return accepted(events);
    }
    const order = this.#orders.get(effect.clientOrderId) ?? null;
    const orderId = order?.orderId ?? '';
    if (effect.type === 'amend') {
      const problem = checkChange({ ...effect, orderId }, order, checked);
      if (problem !== null) return { ok: false, error: problem };
      const amended = market.amend(orderId, effect);
      return amended.ok ? accepted(amended.value.events) : amended;
    }
    const canceled = market.cancel(orderId);
    return accepted(canceled === null ? [] : canceled.events);
  }

  /** The instance's own id of an order that has ended is no longer needed. */
  ended(clientOrderId: string): void {
    this.#orders.delete(clientOrderId);
  }
}
