import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../core/contract/market.ts';
import type { ApiId, Balance, Order, OrderChange, OrderIntent } from '../../core/contract/trading.ts';
import type { Venue, VenueCapabilities, VenueEvent, VenueSink } from '../../core/contract/venue.ts';
import type { Asset, Instrument, InstrumentId } from '../../core/domain/instrument.ts';
import type { AccountLedger } from '../../core/simulation/account-ledger.ts';
import type { PlayedEvent } from '../../core/simulation/merge-events.ts';
import type { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { PlacedOrders } from './placed-orders.ts';

export interface ReplayVenueParts {
  readonly exchange: string;
  readonly title: string;
  readonly markets: readonly SimulatedMarket[];
  readonly ledger: AccountLedger;
  readonly sink: VenueSink;
  /** Number of the last batch of earlier openings. */
  readonly sequence: number;
  /** False for markets whose rules a replay does not have (derivatives). */
  readonly trading: boolean;
  /** Called once by `close`. */
  readonly stop: () => void | Promise<void>;
}

const noTrading: Pick<VenueCapabilities, 'orderTypes' | 'timesInForce'> = { orderTypes: [], timesInForce: [] };
const spotTrading: typeof noTrading = { orderTypes: ['LIMIT', 'MARKET'], timesInForce: ['GTC', 'IOC', 'GTX'] };

/** An exchange made of recordings. Orders and balances live in memory and end with it. */
export class ReplayVenue implements Venue {
  readonly exchange: string;
  readonly title: string;
  readonly capabilities: VenueCapabilities;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly ephemeral = true;
  readonly #parts: ReplayVenueParts;
  readonly #byId: ReadonlyMap<InstrumentId, SimulatedMarket>;
  readonly #placed = new PlacedOrders();
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
    const words = trading ? spotTrading : noTrading;
    this.capabilities = { marketData: true, trading, ...words, triggerKinds: [], amend: false, quoteAmount: false, deposit: trading };
    this.#byId = new Map(markets.map((market) => [market.instrument.id, market]));
    this.#sequence = parts.sequence;
  }

  /**
   * Plays recorded events, each as a batch of its own as the exchange once sent it: strategies then hear what they hear in a
   * backtest. Resolves when those who listen are ready for more.
   */
  async play(recorded: readonly PlayedEvent[]): Promise<void> {
    for (const { market, event } of recorded) {
      this.#timeMs = Math.max(this.#timeMs, event.timeMs);
      await this.#tell(this.#parts.markets[market]?.play(event) ?? []);
    }
  }

  /** The recording's own best prices, without our orders. */
  market(id: InstrumentId): SimulatedMarket | null {
    return this.#byId.get(id) ?? null;
  }

  async openAccount(apiId: ApiId): Promise<void> {
    this.#parts.ledger.open(apiId);
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const market = this.#byId.get(intent.instrumentId);
    if (market === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    const unsupported = this.#unsupported(intent);
    if (unsupported !== null) return refused('ORDER_NOT_SUPPORTED', unsupported);
    if (!this.#parts.ledger.isOpen(intent.apiId)) return refused('ACCESS_ACCOUNT', { apiId: intent.apiId });
    const content = JSON.stringify(intent);
    const first = intent.clientOrderId === undefined ? null : this.#placed.find(intent.apiId, intent.clientOrderId);
    if (first !== null) {
      return first.content === content ? accepted([first.order]) : refused('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' });
    }
    const placed = market.place(intent);
    if (!placed.ok) return placed;
    const { order, events } = placed.value;
    this.#placed.add(order, content);
    await this.#tell(events);
    return accepted([order]);
  }

  async amend(_change: OrderChange): Promise<Outcome<Order>> {
    return refused('ORDER_NOT_SUPPORTED', { field: 'amend', value: this.exchange });
  }

  async cancel(target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string }): Promise<Outcome<Order>> {
    const market = this.#byId.get(target.instrumentId);
    const owner = market?.openOrders().find(({ orderId }) => orderId === target.orderId)?.apiId;
    const canceled = owner === target.apiId ? market?.cancel(target.orderId) : null;
    if (!canceled) return refused('ORDER_UNKNOWN', { orderId: target.orderId });
    await this.#tell(canceled.events);
    return accepted(canceled.order);
  }

  async cancelAll(scope: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    const orders: Order[] = [];
    for (const { instrumentId, orderId } of this.openOrders(scope.apiId)) {
      if (scope.instrumentId !== undefined && scope.instrumentId !== instrumentId) continue;
      const outcome = await this.cancel({ apiId: scope.apiId, instrumentId, orderId });
      if (outcome.ok) orders.push(outcome.value);
    }
    return accepted(orders);
  }

  async deposit(apiId: ApiId, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    if (!this.assets.some(({ code }) => code === asset)) return refused('REQUEST_INVALID', { field: 'asset', rule: 'unknown' });
    const events = this.#parts.ledger.deposit(apiId, asset, amount, reference, this.#timeMs);
    if (events === 'reused') return refused('TRANSFER_DUPLICATE_REFERENCE', { field: 'reference' });
    if (events === null) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale: this.#parts.ledger.scale });
    await this.#tell(events);
    return accepted(undefined);
  }

  openOrders(apiId: ApiId): readonly Order[] {
    return this.#parts.markets.flatMap((market) => market.openOrders()).filter((order) => order.apiId === apiId);
  }

  balances(apiId: ApiId): readonly Balance[] {
    return this.#parts.ledger.balances(apiId);
  }

  available(apiId: ApiId, asset: string): string {
    return this.#parts.ledger.text(this.#parts.ledger.available(apiId, asset));
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

  #unsupported(intent: OrderIntent): { readonly field: string; readonly value: string } | null {
    const { orderTypes, timesInForce } = this.capabilities;
    if (!orderTypes.includes(intent.type)) return { field: 'type', value: intent.type };
    if (intent.timeInForce !== undefined && !timesInForce.includes(intent.timeInForce))
      return { field: 'timeInForce', value: intent.timeInForce };
    if (intent.triggerKind !== undefined) return { field: 'triggerKind', value: intent.triggerKind };
    return intent.quoteAmount === undefined ? null : { field: 'quoteAmount', value: intent.quoteAmount };
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
