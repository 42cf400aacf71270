import type { Candle, PublicTrade } from '../../core/contract/market.ts';
import type { TopicMessageKind } from '../../core/contract/server-contributions.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { noOrders, type Venue, type VenueBatch, type VenueEvent } from '../../core/contract/venue.ts';
import type { SpotInstrument } from '../../core/domain/markets/instrument.ts';
import { intervalOpenMs } from '../../core/domain/markets/interval.ts';
import type { CandleFlush, CandleStore, StoredCandle, StoredFlow, StoredMarket } from '../../server/market/candles/candle-store.ts';
import { rebuiltCandles } from '../../server/market/candles/rebuilt-candles.ts';
import { dayFromMs } from '../../server/market/candles/rolling-day.ts';
import type { TopicPublisher } from '../../server/market/topic-publisher.ts';

/** Small stand-ins around the market hub. */

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export const testInstrument: SpotInstrument = {
  id: 'aurora/BTCUSDT/spot',
  exchange: 'aurora',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '5',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
};

const unused = (): never => {
  throw new Error('not part of this test');
};

export const testVenue = (changes: Partial<Venue> = {}): Venue => ({
  exchange: 'aurora',
  title: 'Aurora',
  capabilities: {
    marketData: true,
    trading: false,
    accountTypes: ['spot'],
    ...noOrders,
    deposit: false,
    transfer: false,
  },
  durability: 'journal',
  assets: [],
  instruments: [testInstrument],
  openAccount: unused,
  accounts: () => [],
  submit: unused,
  amend: unused,
  cancel: unused,
  cancelAll: unused,
  deposit: unused,
  openOrders: () => [],
  balances: () => [],
  available: () => '0',
  depth: () => null,
  lastPrice: () => null,
  close: async () => {},
  ...changes,
});

export const testTrade = (tradeId: string, timeMs: number, price: string, qty: string): PublicTrade => ({
  instrumentId: testInstrument.id,
  tradeId,
  price,
  qty,
  side: 'BUY',
  timeMs,
});

export const testBatch = (sequence: number, timeMs: number, events: readonly VenueEvent[]): VenueBatch => ({
  exchange: 'aurora',
  sequence,
  timeMs,
  events,
});

export class MemoryCandleStore implements CandleStore {
  readonly rows = new Map<string, StoredCandle>();
  readonly flowRows = new Map<string, StoredFlow>();
  readonly #positions = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #wholeUntil = new Map<string, number>();
  /** Lets the next saves fail. */
  failing = false;

  async save(flush: CandleFlush): Promise<void> {
    if (this.failing) throw new Error('the store is away');
    for (const row of flush.candles) this.rows.set(`${row.instrumentId}|${row.interval}|${row.openMs}`, row);
    for (const row of flush.flows) this.flowRows.set(`${row.instrumentId}|${row.openMs}|${row.lengthMs}`, row);
    this.#positions.set(flush.exchange, flush.sequence);
    for (const [id, untilMs] of flush.wholeUntil) this.#wholeUntil.set(id, untilMs);
    for (const [id, number] of flush.lastTradeNumbers) this.#numbers.set(id, number);
  }

  async position(exchange: string): Promise<number> {
    return this.#positions.get(exchange) ?? 0;
  }

  async restore(ids: readonly string[], nowMs: number): Promise<ReadonlyMap<string, StoredMarket>> {
    const restored = new Map<string, StoredMarket>();
    for (const id of ids) {
      const rows = this.#rowsOf(id);
      if (rows.length === 0) continue;
      const minutes = rows.filter(({ interval }) => interval === '1m');
      const stored = new Map(rows.map((row) => [row.interval, row]));
      const wholeUntilMs = this.#wholeUntil.get(id) ?? null;
      const { before, newest } =
        wholeUntilMs === null
          ? { before: null, newest: stored }
          : rebuiltCandles(
              stored,
              minutes.filter(({ openMs }) => openMs >= wholeUntilMs),
            );
      const fromMs = dayFromMs(nowMs);
      const isWhole = ({ openMs }: Candle): boolean =>
        intervalOpenMs('30m', openMs) >= fromMs && intervalOpenMs('30m', openMs) < intervalOpenMs('30m', nowMs);
      const last = newest.get('30m');
      const halfHours = rows.filter(({ interval, openMs }) => interval === '30m' && openMs !== last?.openMs);
      const days = [
        ...rows.filter(({ interval }) => interval === '1m'),
        ...halfHours,
        ...(last === undefined ? [] : [{ ...last, interval: '30m' as const }]),
      ];
      const day = days
        .filter((row) => row.openMs >= fromMs && row.interval === (isWhole(row) ? '30m' : '1m'))
        .sort((a, b) => a.openMs - b.openMs);
      restored.set(id, {
        newest,
        before,
        wholeUntilMs,
        day: day.map((candle) => ({ candle, lengthMs: candle.interval === '1m' ? 60_000 : 1_800_000 })),
        firstMs: minutes[0]?.openMs ?? null,
        lastTradeNumber: this.#numbers.get(id) ?? 0,
        flowStep: (await this.flows([id])).at(-1)?.step ?? null,
      });
    }
    return restored;
  }

  async minutes(ids: readonly string[], fromMs: number, untilMs: number): Promise<ReadonlyMap<string, readonly StoredCandle[]>> {
    const inside = ({ interval, openMs }: StoredCandle): boolean => interval === '1m' && openMs >= fromMs && openMs < untilMs;
    return new Map(ids.map((id) => [id, this.#rowsOf(id).filter(inside)]));
  }

  async flows(ids: readonly string[]): Promise<readonly StoredFlow[]> {
    return [...this.flowRows.values()].filter((row) => ids.includes(row.instrumentId)).sort((a, b) => a.openMs - b.openMs);
  }

  async before(id: string, interval: string, beforeMs: number, limit: number): Promise<readonly StoredCandle[]> {
    return [...this.rows.values()]
      .filter((row) => row.instrumentId === id && row.interval === interval && row.openMs < beforeMs)
      .sort((a, b) => a.openMs - b.openMs)
      .slice(-limit);
  }

  /** Oldest first. */
  #rowsOf(id: string): readonly StoredCandle[] {
    return [...this.rows.values()].filter((row) => row.instrumentId === id).sort((a, b) => a.openMs - b.openMs);
  }
}

interface PublishedMessage {
  readonly topic: string;
  readonly kind: TopicMessageKind;
  readonly payload: unknown;
  readonly sequence: number | undefined;
}

/** Keeps every message; `listening` decides who subscribes (default: everything). */
export class RecordingPublisher implements TopicPublisher {
  readonly messages: PublishedMessage[] = [];
  listening: (topic: string) => boolean = () => true;

  publish(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void {
    this.messages.push({ topic, kind, payload, sequence });
  }

  hasSubscribers(topic: string): boolean {
    return this.listening(topic);
  }

  of(topic: string): readonly PublishedMessage[] {
    return this.messages.filter((message) => message.topic === topic);
  }
}
