import { refused } from '../../core/contract/app-error.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, type Clock } from '../../core/contract/server-services.ts';
import type { ApiId, Balance } from '../../core/contract/trading.ts';
import type { Venue, VenueEvent, VenueSink } from '../../core/contract/venue.ts';
import { type AccountKey, spotAccount } from '../../core/domain/accounts/account-key.ts';
import { type Instrument, instrumentId } from '../../core/domain/markets/instrument.ts';
import type { PluginSource } from '../../core/kernel/index.ts';

interface QuotingPlan {
  readonly markets: number;
  /** Book updates a second in each market; the markets take turns, so that they come evenly. */
  readonly updatesPerSecond: number;
  /** One update in so many moves the price far enough for new quotes. */
  readonly moveEvery: number;
  /** Called right before a market's update goes out. */
  readonly onUpdate: (id: string) => void;
}

export const quotingExchange = 'bench';
const exchange = quotingExchange;
const noTrading = async () => refused('VENUE_UNAVAILABLE', { exchange });
const assetCount = '1000000';

const instrumentAt = (at: number): Instrument => {
  const base = `B${String(at).padStart(3, '0')}`;
  const key = { exchange, symbol: `${base}USDT`, accountType: 'spot' } as const;
  return {
    ...key,
    id: instrumentId(key),
    contractKind: 'spot',
    settlement: 'none',
    base,
    quote: 'USDT',
    tick: '1',
    lot: '0.001',
    minQty: '0.001',
    maxQty: '1000',
    minNotional: '1',
    priceBand: '0.5',
    makerFee: '0',
    takerFee: '0.001',
    state: 'TRADING',
  };
};

/** A venue whose books change at a fixed rate: a best bid and a best ask that walk up and down. Replayed, so that nothing of it is stored. */
class QuotingVenue implements Venue {
  readonly exchange = exchange;
  readonly title = 'Bench';
  readonly durability = 'ephemeral';
  readonly capabilities = {
    marketData: true,
    trading: true,
    accountTypes: ['spot'],
    orderTypes: ['LIMIT', 'MARKET'],
    triggerKinds: [],
    timesInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
    amend: true,
    quoteAmount: true,
    deposit: false,
    transfer: false,
  } as const;
  readonly instruments: readonly Instrument[];
  readonly assets;
  readonly #sink: VenueSink;
  readonly #clock: Clock;
  readonly #plan: QuotingPlan;
  readonly #bids: number[];
  readonly #updates: number[];
  readonly #stop: () => void;
  #sequence = 0;
  #owed = 0;
  #next = 0;
  #lastMs = performance.now();

  constructor(sink: VenueSink, clock: Clock, plan: QuotingPlan) {
    this.#sink = sink;
    this.#clock = clock;
    this.#plan = plan;
    this.instruments = Array.from({ length: plan.markets }, (_, at) => instrumentAt(at));
    this.assets = ['USDT', ...this.instruments.map(({ base }) => base)].map((code) => ({ code, scale: 8 }));
    this.#bids = this.instruments.map(() => 50_000);
    this.#updates = this.instruments.map((_, at) => at);
    for (let at = 0; at < plan.markets; at++) this.#emit([...this.#levels(at, '1'), this.#trade(at)]);
    this.#stop = clock.every(1, () => this.#tick());
    sink.health(exchange, 'LIVE', '');
  }

  #tick(): void {
    const nowMs = performance.now();
    const { markets, updatesPerSecond } = this.#plan;
    // A machine that was away for a while does not make up for it in one burst.
    this.#owed += (Math.min(nowMs - this.#lastMs, 50) / 1_000) * markets * updatesPerSecond;
    this.#lastMs = nowMs;
    for (; this.#owed >= 1; this.#owed--) {
      this.#update(this.#next);
      this.#next = (this.#next + 1) % markets;
    }
  }

  #update(at: number): void {
    const { moveEvery, onUpdate } = this.#plan;
    const count = (this.#updates[at] ?? 0) + 1;
    this.#updates[at] = count;
    onUpdate(this.instruments[at]?.id ?? '');
    if (count % moveEvery !== 0) {
      this.#emit(this.#levels(at, `1.${count % 100}`).slice(0, 1));
      return;
    }
    const gone = this.#levels(at, '0');
    this.#bids[at] = 50_000 + Math.round(Math.sin(count / moveEvery / 5) * 20) * 10;
    this.#emit([...gone, ...this.#levels(at, '1')]);
  }

  #levels(at: number, qty: string): VenueEvent[] {
    const instrument = this.instruments[at]?.id ?? '';
    const bid = this.#bids[at] ?? 0;
    const level = (side: 'BUY' | 'SELL', price: number): VenueEvent => ({
      type: 'level',
      instrumentId: instrument,
      side,
      price: `${price}`,
      qty,
    });
    return [level('BUY', bid), level('SELL', bid + 1)];
  }

  #trade(at: number): VenueEvent {
    const id = this.instruments[at]?.id ?? '';
    const timeMs = this.#clock.nowMs();
    return {
      type: 'trade',
      trade: { instrumentId: id, tradeId: `${at + 1}`, price: `${this.#bids[at]}`, qty: '0.001', side: 'SELL', timeMs },
    };
  }

  #emit(events: readonly VenueEvent[]): void {
    this.#sequence += 1;
    void this.#sink.batch({ exchange, sequence: this.#sequence, timeMs: this.#clock.nowMs(), events });
  }

  readonly #opened = new Set<ApiId>();

  async openAccount(account: AccountKey): Promise<void> {
    this.#opened.add(account.apiId);
    this.#emit(this.balances(account).map((balance) => ({ type: 'balance', balance })));
  }

  accounts = (apiId: ApiId): readonly AccountKey[] => (this.#opened.has(apiId) ? [spotAccount(apiId)] : []);
  balances = ({ apiId }: AccountKey): readonly Balance[] =>
    this.assets.map(({ code: asset }) => ({ exchange, apiId, accountType: 'spot', asset, total: assetCount, held: '0' }));
  available = () => assetCount;
  lastPrice = (id: string) => (this.instruments.some((one) => one.id === id) ? '50000' : null);
  submit = noTrading;
  amend = noTrading;
  cancel = noTrading;
  cancelAll = noTrading;
  deposit = noTrading;
  openOrders = () => [];
  depth = () => null;

  async close(): Promise<void> {
    this.#stop();
  }
}

/** The venue as a plugin, to hand to `createServer`. */
export const quotingVenuePlugin = (plan: QuotingPlan): PluginSource => ({
  folder: 'venue-bench',
  manifest: {
    id: 'venue-bench',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: 'venue-bench.title',
    description: 'venue-bench.description',
    requires: ['tessera.clock'],
    contributes: { venues: [{ id: 'bench', title: 'venue-bench.title' }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { clock: CLOCK },
      venues: { bench: { open: async ({ clock }, { sink }) => [new QuotingVenue(sink, clock, plan)] } },
    }),
  }),
});
