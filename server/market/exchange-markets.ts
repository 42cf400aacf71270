import type { Candle } from '../../core/contract/market.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Venue, VenueBatch, VenueEvent } from '../../core/contract/venue.ts';
import { type Instrument, type InstrumentId, isListed } from '../../core/domain/markets/instrument.ts';
import { changedInstruments } from '../../core/domain/markets/instrument-changes.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import type { CandleStore, StoredFlow } from './candles/candle-store.ts';
import { CandleWriter } from './candles/candle-writer.ts';
import type { CoarsePart } from './candles/rolling-day.ts';
import { InstrumentMarket } from './instrument-market.ts';
import { MarketDemand } from './market-demand.ts';

const minuteMs = 60_000;
/** How long before its minutes are needed a half hour of the day is replaced by them. */
const refinedAheadMs = 10 * minuteMs;

/** What stands around the markets of an exchange. */
interface MarketRoom {
  isFollowed(id: InstrumentId): boolean;
  /** A market as it stands in the store. */
  restore(venue: Venue, instrument: Instrument): Promise<InstrumentMarket>;
  /** Markets are new, have other terms or have ended. */
  changed(markets: readonly InstrumentMarket[]): void;
}

type MarketEvent = Extract<VenueEvent, { type: 'level' | 'trade' | 'book' | 'mark' }>;

/** An event of a market that is read from the store first. */
interface HeldEvent {
  readonly event: MarketEvent;
  readonly timeMs: number;
  readonly counted: boolean;
}

/** The markets of one exchange, fed by its batches. */
export class ExchangeMarkets {
  readonly exchange: string;
  readonly #markets = new Map<InstrumentId, InstrumentMarket>();
  readonly #room: MarketRoom;
  /** Events of markets that are new while the exchange runs, until they have been read from the store. */
  readonly #joining = new Map<InstrumentId, HeldEvent[]>();
  readonly #joins = new Set<Promise<void>>();
  #venue: Venue | null = null;
  #candles: CandleStore | null = null;
  #logger: Logger | null = null;
  #writer: CandleWriter | null = null;
  #demand: MarketDemand | null = null;
  /** True while minutes of the day's beginning are read. */
  #refining = false;
  #storedThrough = 0;
  #sequence = 0;
  #timeMs = 0;
  #receivedMs = 0;
  #expiredMinute = 0;
  #touched = new Set<InstrumentMarket>();
  /** Batches that came before `open`; null while the markets are open. */
  #waiting: VenueBatch[] | null = [];

  constructor(exchange: string, room: MarketRoom) {
    this.exchange = exchange;
    this.#room = room;
  }

  /** `candles` is null for an exchange whose candles are not kept. */
  open(venue: Venue, markets: readonly InstrumentMarket[], storedThrough: number, candles: CandleStore | null, logger: Logger): void {
    this.#venue = venue;
    this.#demand = venue.demand === undefined ? null : new MarketDemand(venue.demand, (id) => this.#room.isFollowed(id));
    this.#storedThrough = storedThrough;
    this.#sequence = storedThrough;
    const before = this.markets.map(({ instrument }) => instrument);
    const changed = new Set(changedInstruments(before, venue.instruments).map(({ id }) => id));
    for (const market of markets) this.#markets.set(market.instrument.id, market);
    for (const { id } of before) {
      const market = this.#markets.get(id);
      // It went while the exchange was closed.
      if (market !== undefined && !markets.includes(market)) market.relist({ ...market.instrument, state: 'DELISTED' });
    }
    this.#candles = candles;
    this.#logger = logger;
    if (candles !== null) this.#writer = new CandleWriter(this, candles, logger);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const batch of waiting) this.apply(batch, this.#receivedMs);
    // The venue's book of now: whatever of it the waiting batches told in parts is absolute and only said twice.
    for (const market of markets) {
      const book = venue.depth(market.instrument.id, Number.MAX_SAFE_INTEGER);
      if (book !== null) market.book.replace(book.bids, book.asks, book.timeMs);
      this.#touched.add(market);
    }
    this.#room.changed(this.markets.filter(({ instrument }) => changed.has(instrument.id)));
  }

  /**
   * Stores what is held and keeps all further batches for the next `open`: it restores the markets from the store, so a trade
   * that went into the old ones would count nowhere. Calling it again forgets what an opening that failed has told.
   */
  async close(): Promise<void> {
    this.#waiting = [];
    // What they hold was told: the stored position must not be ahead of it, and they belong to no later opening.
    await Promise.all(this.#joins);
    await this.#writer?.flush(true);
    this.#storedThrough = this.#writer?.savedSequence ?? 0;
  }

  /** It was closed and is not opened again: its markets are over, with an empty book. */
  end(): readonly InstrumentMarket[] {
    const listed = this.markets.filter(({ instrument }) => isListed(instrument));
    for (const market of listed) {
      market.relist({ ...market.instrument, state: 'DELISTED' });
      market.book.replace([], [], this.#timeMs);
      this.#touched.add(market);
    }
    this.#venue = null;
    this.#demand = null;
    return listed;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get markets(): readonly InstrumentMarket[] {
    return [...this.#markets.values()];
  }

  /** Null: it is closed. */
  get venue(): Pick<Venue, 'title'> | null {
    return this.#venue;
  }

  get isStored(): boolean {
    return this.#writer !== null;
  }

  get unsavedCandles(): number {
    if (this.#writer === null) return 0;
    let count = 0;
    for (const market of this.#markets.values()) count += market.series.finishedCount;
    return count;
  }

  /** The exchange's own time: a replay lives in the past, and at its own speed. */
  nowMs(clockMs: number): number {
    return this.#receivedMs === 0 ? clockMs : this.#timeMs + Math.max(0, clockMs - this.#receivedMs);
  }

  get hasSimulatedPast(): boolean {
    return this.#venue?.simulatedPast === true;
  }

  history(id: InstrumentId, interval: Interval): ((beforeMs: number, limit: number) => Promise<readonly Candle[]>) | null {
    const venue = this.#venue;
    if (venue?.candles === undefined) return null;
    return async (beforeMs, limit) => (await venue.candles?.(id, interval, beforeMs, limit)) ?? [];
  }

  apply(batch: VenueBatch, clockMs: number): void {
    this.#timeMs = batch.timeMs;
    this.#receivedMs = clockMs;
    if (this.#waiting !== null) {
      // What is stored already is told again for others who follow the venue: a whole journal, when a projection is rebuilt.
      if (batch.sequence <= this.#storedThrough) return;
      const events = batch.events.filter(isOfMarket);
      this.#waiting.push({ ...batch, events });
      return;
    }
    const counted = batch.sequence > this.#storedThrough;
    for (const event of batch.events) {
      if (event.type === 'instrument') this.#relist(event.instrument);
      else if (isOfMarket(event)) this.#take(event, batch.timeMs, counted);
    }
    if (batch.sequence > this.#sequence) this.#sequence = batch.sequence;
  }

  /** Somebody reads the market; `elapsedMs` is of a clock that is never stepped. */
  read(id: InstrumentId, elapsedMs: number): void {
    if (this.#waiting === null) this.#demand?.read(id, elapsedMs);
  }

  /** Lets the venue know what is looked at. A book that is no longer reported is forgotten: an old one would be taken for the market. */
  reviewDemand(elapsedMs: number): void {
    if (this.#waiting !== null || this.#demand === null) return;
    for (const id of this.#demand.review(this.#markets.keys(), elapsedMs)) this.#touch(id)?.book.replace([], [], this.#timeMs);
  }

  /** Markets with news since the last call; once a minute those whose 24 h window moved, too. */
  takeTouched(clockMs: number): ReadonlySet<InstrumentMarket> {
    const touched = this.#touched;
    this.#touched = new Set();
    const nowMs = this.nowMs(clockMs);
    const minute = Math.floor(nowMs / minuteMs);
    if (minute !== this.#expiredMinute) {
      this.#expiredMinute = minute;
      for (const market of this.#markets.values()) if (market.expire(nowMs)) touched.add(market);
      void this.#refineDays(nowMs);
    }
    return touched;
  }

  /** Reads the stored flow of markets that do not know theirs; rejects when the store fails. */
  async knowFlows(markets: readonly InstrumentMarket[]): Promise<void> {
    const unknown = markets.filter(({ isFlowKnown }) => !isFlowKnown);
    if (unknown.length === 0 || this.#candles === null) return;
    const flows = await this.#candles.flows(unknown.map(({ instrument }) => instrument.id));
    const byMarket = new Map<InstrumentId, StoredFlow[]>();
    for (const flow of flows) byMarket.set(flow.instrumentId, [...(byMarket.get(flow.instrumentId) ?? []), flow]);
    for (const market of unknown) market.restoreFlow(byMarket.get(market.instrument.id) ?? []);
  }

  /** Reads the minutes of the half hours that leave the 24 hours next; a store that fails is asked again a minute later. */
  async #refineDays(nowMs: number): Promise<void> {
    if (this.#refining || this.#candles === null || this.#waiting !== null) return;
    const untilMs = nowMs + refinedAheadMs;
    const wanted = new Map<number, { readonly market: InstrumentMarket; readonly part: CoarsePart }[]>();
    for (const market of this.#markets.values()) {
      const part = market.coarsePart(untilMs);
      if (part !== null) wanted.set(part.openMs, [...(wanted.get(part.openMs) ?? []), { market, part }]);
    }
    if (wanted.size === 0) return;
    this.#refining = true;
    try {
      for (const [openMs, parts] of wanted) {
        const ids = parts.map(({ market }) => market.instrument.id);
        const endMs = openMs + Math.max(...parts.map(({ part }) => part.lengthMs));
        const minutes = await this.#candles.minutes(ids, openMs, endMs);
        for (const { market, part } of parts) {
          market.refineDay(part, minutes.get(market.instrument.id) ?? [], nowMs);
          this.#touched.add(market);
        }
      }
    } catch (error) {
      this.#logger?.warn({ err: error, exchange: this.exchange }, 'minutes of the last day could not be read; trying again');
    } finally {
      this.#refining = false;
    }
  }

  /** Stores nothing while closed, or while a market joins: what reads the store must not find it moving, nor its position ahead. */
  async flush(isLast = false): Promise<void> {
    if (this.#waiting === null && this.#joining.size === 0) await this.#writer?.flush(isLast);
  }

  #take(event: MarketEvent, timeMs: number, counted: boolean): void {
    const id = marketOf(event);
    const market = this.#touch(id);
    if (market === undefined) this.#joining.get(id)?.push({ event, timeMs, counted });
    else if (event.type === 'level') market.book.set(event.side, event.price, event.qty, timeMs);
    else if (event.type === 'trade') market.trade(event.trade, counted);
    else if (event.type === 'mark') market.mark = event.price;
    else market.book.replace(event.book.bids, event.book.asks, event.book.timeMs);
  }

  #relist(instrument: Instrument): void {
    const market = this.#touch(instrument.id);
    if (market !== undefined) {
      market.relist(instrument);
      this.#room.changed([market]);
    } else if (!this.#joining.has(instrument.id) && instrument.state !== 'DELISTED') {
      const join = this.#join(instrument).finally(() => this.#joins.delete(join));
      this.#joins.add(join);
    }
  }

  /** A market that is new here may have been listed before. */
  async #join(instrument: Instrument): Promise<void> {
    const venue = this.#venue as Venue;
    const held: HeldEvent[] = [];
    this.#joining.set(instrument.id, held);
    const market = await this.#room.restore(venue, instrument).catch((error: unknown) => {
      this.#logger?.error({ err: error, instrument: instrument.id }, 'what is stored of a new market could not be read; it begins without');
      return new InstrumentMarket(instrument);
    });
    this.#joining.delete(instrument.id);
    this.#markets.set(instrument.id, market);
    for (const { event, timeMs, counted } of held) this.#take(event, timeMs, counted);
    try {
      const book = venue.depth(instrument.id, Number.MAX_SAFE_INTEGER);
      if (book !== null) market.book.replace(book.bids, book.asks, book.timeMs);
    } catch (error) {
      this.#logger?.error(
        { err: error, instrument: instrument.id },
        'the book of a new market could not be read; it begins with the next change',
      );
    }
    this.#touched.add(market);
    this.#room.changed([market]);
  }

  #touch(id: InstrumentId): InstrumentMarket | undefined {
    const market = this.#markets.get(id);
    if (market !== undefined) this.#touched.add(market);
    return market;
  }
}

const isOfMarket = (event: VenueEvent): event is MarketEvent =>
  event.type === 'level' || event.type === 'trade' || event.type === 'book' || event.type === 'mark';

function marketOf(event: MarketEvent): InstrumentId {
  if (event.type === 'level' || event.type === 'mark') return event.instrumentId;
  return event.type === 'trade' ? event.trade.instrumentId : event.book.instrumentId;
}
