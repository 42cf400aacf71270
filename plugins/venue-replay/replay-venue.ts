import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../core/contract/market.ts';
import type { ApiId, Balance, Order, OrderChange, OrderIntent } from '../../core/contract/trading.ts';
import {
  everyOrder,
  noOrders,
  type OrderMemory,
  type Venue,
  type VenueCapabilities,
  type VenueEvent,
  type VenueSink,
} from '../../core/contract/venue.ts';
import { type AccountKey, spotAccount } from '../../core/domain/accounts/account-key.ts';
import type { Asset, Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { canceledIn } from '../../core/simulation/orders/placed.ts';
import type { FundingSeries } from '../../core/simulation/recordings/funding-recording.ts';
import type { PlayedEvent } from '../../core/simulation/recordings/merge-events.ts';
import type { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { PlacedOrderBook } from './placed-order-book.ts';

interface ReplayVenueParts {
  readonly exchange: string;
  readonly title: string;
  readonly markets: readonly SimulatedMarket[];
  /** Recorded funding by market, of perpetuals that have any. */
  readonly funding?: ReadonlyMap<InstrumentId, FundingSeries>;
  readonly ledger: AccountLedger;
  readonly sink: VenueSink;
  /** Number of the last batch of earlier openings. */
  readonly sequence: number;
  /** False for markets whose rules a replay does not have (derivatives). */
  readonly trading: boolean;
  /** Called once by `close`. */
  readonly stop: () => void | Promise<void>;
}

/** The client order ids that a request gives. */
const namesOf = ({ triggerKind, clientOrderId, takeProfit, stopLoss }: OrderIntent): readonly string[] => {
  const ofProfit = triggerKind === 'OCO' ? undefined : takeProfit?.clientOrderId;
  return [clientOrderId, ofProfit, stopLoss?.clientOrderId].filter((name) => name !== undefined);
};

/** An exchange made of recordings. Orders and balances live in memory and end with it. */
export class ReplayVenue implements Venue {
  readonly exchange: string;
  readonly title: string;
  readonly capabilities: VenueCapabilities;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly durability = 'ephemeral';
  readonly #parts: ReplayVenueParts;
  readonly #byId: ReadonlyMap<InstrumentId, SimulatedMarket>;
  readonly #placed = new PlacedOrderBook();
  /** Fundings that were told, by market. */
  readonly #funded = new Map<InstrumentId, number>();
  #sequence: number;
  #timeMs = 0;
  #told: Promise<void> = Promise.resolve();

  constructor(parts: ReplayVenueParts) {
    const { exchange, title, markets, ledger, trading } = parts;
    this.#parts = parts;
    this.exchange = exchange;
    this.title = title;
    this.instruments = markets.map(({ instrument }) => instrument);
    this.assets = [...new Set(this.instruments.flatMap(({ base, quote }) => [base, quote]))].map((code) => ({ code, scale: ledger.scale }));
    const words = trading ? everyOrder : noOrders;
    this.capabilities = {
      marketData: true,
      trading,
      accountTypes: ['spot'],
      ...words,
      deposit: trading,
      withdrawal: trading,
      transfer: false,
    };
    this.#byId = new Map(markets.map((market) => [market.instrument.id, market]));
    this.#sequence = parts.sequence;
  }

  /**
   * Plays recorded events, each as a batch of its own as the exchange once sent it: strategies then hear what they hear in a
   * backtest. Resolves when those who listen are ready for more.
   */
  async play(recorded: readonly PlayedEvent[]): Promise<void> {
    for (const { market, event } of recorded) {
      await this.#fund(event.timeMs);
      this.#timeMs = Math.max(this.#timeMs, event.timeMs);
      await this.#tell(this.#parts.markets[market]?.play(event) ?? []);
    }
  }

  /** Tells the fundings that come before a time of the recording, at their own; those before its beginning were told to nobody. */
  async #fund(beforeMs: number): Promise<void> {
    const isFirst = this.#timeMs === 0;
    for (const [instrumentId, { timesMs, rates }] of this.#parts.funding ?? []) {
      let at = this.#funded.get(instrumentId) ?? 0;
      for (; (timesMs[at] ?? Number.POSITIVE_INFINITY) <= beforeMs; at++) {
        const timeMs = timesMs[at] as number;
        if (isFirst && timeMs < beforeMs) continue;
        this.#timeMs = Math.max(this.#timeMs, timeMs);
        await this.#tell([{ type: 'funding', instrumentId, rate: rates[at] as string, timeMs }]);
      }
      this.#funded.set(instrumentId, at);
    }
  }

  /** The recording's own best prices, without our orders. */
  market(id: InstrumentId): SimulatedMarket | null {
    return this.#byId.get(id) ?? null;
  }

  async openAccount({ apiId, accountType }: AccountKey): Promise<void> {
    if (accountType !== 'spot') throw new RangeError(`${this.exchange} has no accounts of type ${accountType}`);
    this.#parts.ledger.open(apiId);
  }

  accounts(apiId: ApiId): readonly AccountKey[] {
    return this.#parts.ledger.isOpen(apiId) ? [spotAccount(apiId)] : [];
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const market = this.#byId.get(intent.instrumentId);
    if (market === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    if (!this.capabilities.trading) return refused('ORDER_NOT_SUPPORTED', { field: 'instrumentId', value: intent.instrumentId });
    if (!this.#parts.ledger.isOpen(intent.apiId)) return refused('ACCESS_ACCOUNT', { apiId: intent.apiId });
    const content = JSON.stringify(intent);
    const names = namesOf(intent);
    if (new Set(names).size < names.length) return refused('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' });
    const [first] = names.flatMap((name) => this.#placed.find(intent.apiId, name) ?? []);
    if (first !== undefined) {
      return first.content === content ? accepted(first.orders) : refused('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' });
    }
    const placed = market.place(intent);
    if (!placed.ok) return placed;
    const { order, legs, events } = placed.value;
    this.#placed.add([order, ...legs], content);
    await this.#tell(events);
    return accepted([order, ...legs]);
  }

  recall({ apiId, accountType }: AccountKey, clientOrderId: string): OrderMemory {
    return accountType === 'spot' ? this.#placed.recall(apiId, clientOrderId) : 'FRESH';
  }

  async amend({ apiId, instrumentId, orderId, ...change }: OrderChange): Promise<Outcome<Order>> {
    const market = this.#owned(apiId, instrumentId, orderId);
    if (market === null) return refused('ORDER_UNKNOWN', { orderId });
    const amended = market.amend(orderId, change);
    if (!amended.ok) return amended;
    await this.#tell(amended.value.events);
    return accepted(amended.value.order);
  }

  async cancel(target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string }): Promise<Outcome<Order>> {
    const canceled = this.#owned(target.apiId, target.instrumentId, target.orderId)?.cancel(target.orderId) ?? null;
    if (canceled === null) return refused('ORDER_UNKNOWN', { orderId: target.orderId });
    await this.#tell(canceled.events);
    return accepted(canceled.order);
  }

  async cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    const orders: Order[] = [];
    // The oldest first: with an entry go its legs.
    for (const { instrumentId, orderId } of [...this.openOrders(scope.account)].sort((a, b) => Number(a.orderId) - Number(b.orderId))) {
      if (scope.instrumentId !== undefined && scope.instrumentId !== instrumentId) continue;
      const canceled = this.#byId.get(instrumentId)?.cancel(orderId) ?? null;
      if (canceled === null) continue;
      await this.#tell(canceled.events);
      orders.push(...canceledIn(canceled.events));
    }
    return accepted(orders);
  }

  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#outside('deposit', account, asset, amount, reference);
  }

  withdraw(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#outside('withdraw', account, asset, amount, reference);
  }

  async #outside(
    way: 'deposit' | 'withdraw',
    { apiId, accountType }: AccountKey,
    asset: string,
    amount: string,
    reference: string,
  ): Promise<Outcome<void>> {
    if (accountType !== 'spot') return refused('ACCESS_ACCOUNT', { apiId });
    if (!this.assets.some(({ code }) => code === asset)) return refused('REQUEST_INVALID', { field: 'asset', rule: 'unknown' });
    const { ledger } = this.#parts;
    const events = ledger[way](apiId, asset, amount, reference, this.#timeMs);
    if (events === 'short') {
      return refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: ledger.text(ledger.available(apiId, asset)), asset });
    }
    if (events === 'reused') return refused('TRANSFER_DUPLICATE_REFERENCE', { field: 'reference' });
    if (events === null) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale: this.#parts.ledger.scale });
    await this.#tell(events);
    return accepted(undefined);
  }

  openOrders({ apiId, accountType }: AccountKey): readonly Order[] {
    if (accountType !== 'spot') return [];
    return this.#parts.markets.flatMap((market) => market.openOrders()).filter((order) => order.apiId === apiId);
  }

  balances({ apiId, accountType }: AccountKey): readonly Balance[] {
    return accountType === 'spot' ? this.#parts.ledger.balances(apiId) : [];
  }

  available({ apiId, accountType }: AccountKey, asset: string): string {
    return accountType === 'spot' ? this.#parts.ledger.text(this.#parts.ledger.available(apiId, asset)) : '0';
  }

  depth(id: InstrumentId, levels: number): DepthSnapshot | null {
    return this.#byId.get(id)?.depth(levels) ?? null;
  }

  lastPrice(id: InstrumentId): string | null {
    return this.#byId.get(id)?.lastPrice ?? null;
  }

  async close(): Promise<void> {
    await this.#parts.stop();
    await this.#told;
  }

  #owned(apiId: ApiId, instrumentId: InstrumentId, orderId: string): SimulatedMarket | null {
    const market = this.#byId.get(instrumentId);
    return market?.openOrders().some((order) => order.orderId === orderId && order.apiId === apiId) === true ? market : null;
  }

  /** Batches go out one after the other, also while a slow listener holds one up. */
  #tell(events: readonly VenueEvent[]): Promise<void> {
    if (events.length === 0) return this.#told;
    for (const event of events) if (event.type === 'order') this.#placed.changed(event.order);
    this.#sequence++;
    const batch = { exchange: this.exchange, sequence: this.#sequence, timeMs: this.#timeMs, events };
    this.#told = this.#told.then(() => this.#parts.sink.batch(batch));
    return this.#told;
  }
}
