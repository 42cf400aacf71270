import { refused } from '../../../core/contract/app-error.ts';
import type { Candle } from '../../../core/contract/market.ts';
import { definePlugin } from '../../../core/contract/plugin.ts';
import { CLOCK, type Clock } from '../../../core/contract/server-services.ts';
import { noOrders, type Venue, type VenueCapabilities, type VenueEvent, type VenueSink } from '../../../core/contract/venue.ts';
import {
  type Asset,
  type Instrument,
  type InstrumentId,
  type InstrumentKey,
  instrumentId,
} from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { addDecimals, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { SeededRandom } from '../seeded-random.ts';

interface LoadRates {
  readonly instruments: number;
  /** Trades a second over all instruments: each changes one ticker row. */
  readonly rowsPerSecond: number;
  /** Changes a second of the first instrument's book, of ten levels each. */
  readonly depthPerSecond: number;
  /** Trades a second of the first instrument alone, beside those over all. */
  readonly tradesPerSecond?: number;
}

const exchange = 'aurora';
const tickMs = 50;
const levels = 60;
const noTrading = async () => refused('VENUE_UNAVAILABLE', { exchange });

function makeInstrument(index: number): Instrument {
  const base = index === 0 ? 'BTC' : `L${String(index).padStart(4, '0')}`;
  const key: InstrumentKey = { exchange, symbol: `${base}USDT`, accountType: 'spot' };
  return {
    ...key,
    id: instrumentId(key),
    contractKind: 'spot',
    settlement: 'none',
    base,
    quote: 'USDT',
    tick: '0.01',
    lot: '0.001',
    minQty: '0.001',
    maxQty: '100000',
    minNotional: '1',
    priceBand: '0.2',
    makerFee: '0.001',
    takerFee: '0.001',
    state: 'TRADING',
  };
}

/** A past around the price of `ticks` in 0.01 that is the same for every caller: waves of some length, with wicks and volume. */
function pastCandle(openMs: number, lengthMs: number, ticks: number): Candle {
  const n = Math.floor(openMs / lengthMs);
  const at = (time: number): number => Math.round(ticks * (1 + 0.004 * Math.sin(time / 29) + 0.001 * Math.sin(time * 2.3)));
  const [open, close] = [at(n), at(n + 1)];
  const wick = Math.round(ticks * 0.0004 * (1 + Math.sin(n * 7.1)));
  const price = (value: number): string => multiplyDecimals(String(value), '0.01');
  const lots = 100 + ((n * 37) % 83);
  return {
    openMs,
    open: price(open),
    high: price(Math.max(open, close) + wick),
    low: price(Math.min(open, close) - wick),
    close: price(close),
    volume: String(lots),
    quoteVolume: price(close * lots),
    trades: lots,
  };
}

/** A venue that only speaks: market data at a fixed rate, to load the hub, the sockets and the browser. */
class LoadVenue implements Venue {
  readonly exchange = exchange;
  readonly title = 'Aurora';
  readonly durability = 'journal';
  readonly capabilities: VenueCapabilities = {
    marketData: true,
    trading: false,
    accountTypes: ['spot'],
    ...noOrders,
    deposit: false,
    transfer: false,
  };
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  private readonly sink: VenueSink;
  private readonly rates: LoadRates;
  private readonly clock: Clock;
  private readonly random = new SeededRandom(7);
  private readonly prices: number[];
  private readonly stop: () => void;
  private sequence = 0;
  private owedTrades = 0;
  private owedDepth = 0;
  private owedBusy = 0;

  constructor(sink: VenueSink, clock: Clock, rates: LoadRates) {
    this.sink = sink;
    this.clock = clock;
    this.rates = rates;
    this.instruments = Array.from({ length: rates.instruments }, (_, index) => makeInstrument(index));
    this.assets = ['USDT', ...this.instruments.map(({ base }) => base)].map((code) => ({ code, scale: 8 }));
    this.prices = this.instruments.map((_, index) => (index === 0 ? 5_000_000 : 10_000 + index));
    this.emit(this.instruments.flatMap((_, index) => [this.trade(index), ...this.wholeBook(index)]));
    this.stop = clock.every(tickMs, () => this.tick());
    sink.health(exchange, 'LIVE', '');
  }

  private tick(): void {
    const events: VenueEvent[] = [];
    this.owedTrades += (this.rates.rowsPerSecond * tickMs) / 1000;
    for (; this.owedTrades >= 1; this.owedTrades--) events.push(this.trade(this.random.integer(0, this.instruments.length - 1)));
    this.owedBusy += ((this.rates.tradesPerSecond ?? 0) * tickMs) / 1000;
    for (; this.owedBusy >= 1; this.owedBusy--) events.push(this.trade(0));
    this.owedDepth += (this.rates.depthPerSecond * tickMs) / 1000;
    for (; this.owedDepth >= 1; this.owedDepth--)
      for (let change = 0; change < 10; change++) events.push(this.level(0, this.random.integer(1, levels)));
    this.emit(events);
  }

  private emit(events: VenueEvent[]): void {
    this.sequence += 1;
    void this.sink.batch({ exchange, sequence: this.sequence, timeMs: this.clock.nowMs(), events });
  }

  private trade(index: number): VenueEvent {
    const id = this.instruments[index]?.id ?? '';
    const price = (this.prices[index] ?? 10_000) + this.random.integer(-20, 20);
    return {
      type: 'trade',
      trade: {
        instrumentId: id,
        tradeId: `${this.sequence}${index}${this.random.integer(1, 1e6)}`,
        price: multiplyDecimals(String(price), '0.01'),
        qty: `0.${this.random.integer(100, 999)}`,
        side: this.random.next() < 0.5 ? 'BUY' : 'SELL',
        timeMs: this.clock.nowMs(),
      },
    };
  }

  private level(index: number, distance: number): VenueEvent {
    const side = this.random.next() < 0.5 ? 'BUY' : 'SELL';
    return this.levelOn(index, side, distance);
  }

  private levelOn(index: number, side: 'BUY' | 'SELL', distance: number): VenueEvent {
    const middle = multiplyDecimals(String(this.prices[index] ?? 10_000), '0.01');
    const away = multiplyDecimals(String(distance), '0.01');
    const price = addDecimals(middle, side === 'BUY' ? `-${away}` : away);
    return {
      type: 'level',
      instrumentId: this.instruments[index]?.id ?? '',
      side,
      price,
      qty: `${this.random.integer(1, 9)}.${this.random.integer(100, 999)}`,
    };
  }

  private wholeBook(index: number): VenueEvent[] {
    const depth = index === 0 ? levels : 1;
    return Array.from({ length: depth }, (_, at) => [this.levelOn(index, 'BUY', at + 1), this.levelOn(index, 'SELL', at + 1)]).flat();
  }

  async openAccount(): Promise<void> {}
  accounts = () => [];
  submit = noTrading;
  amend = noTrading;
  cancel = noTrading;
  cancelAll = noTrading;
  deposit = noTrading;

  /** Without a past the chart would draw one bar, and its cost would flatter. */
  async candles(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]> {
    const index = this.instruments.findIndex((instrument) => instrument.id === id);
    const candles: Candle[] = [];
    let openMs = intervalOpenMs(interval, Math.min(beforeMs, this.clock.nowMs()) - 1);
    while (candles.length < limit) {
      const before = intervalOpenMs(interval, openMs - 1);
      candles.push(pastCandle(openMs, openMs - before, this.prices[index] ?? 10_000));
      openMs = before;
    }
    return candles.reverse();
  }

  openOrders = () => [];
  balances = () => [];
  available = () => '0';
  depth = () => null;
  lastPrice = () => null;

  async close(): Promise<void> {
    this.stop();
  }
}

/** The venue as a plugin, to hand to `createServer`. */
export const loadVenuePlugin = (rates: LoadRates): PluginSource => ({
  folder: 'venue-load',
  manifest: {
    id: 'venue-load',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: 'venue-load.title',
    description: 'venue-load.description',
    requires: ['tessera.clock'],
    contributes: { venues: [{ id: 'load', title: 'venue-load.title' }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { clock: CLOCK },
      venues: { load: { open: async ({ clock }, { sink }) => [new LoadVenue(sink, clock, rates)] } },
    }),
  }),
});
