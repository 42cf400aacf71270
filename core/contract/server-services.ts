import type { FeeSchedule } from '../domain/accounts/fee-schedule.ts';
import type { AccountType, Asset, Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import type { Candle, MarketData } from './market.ts';
import { type Disposer, type Token, token } from './token.ts';
import type { Venue, VenueSink } from './venue.ts';

/** Services that server plugins may ask for. */

export interface Clock {
  /** What o'clock it is. It never runs backwards: where the machine's clock was put back, it goes at half pace until that has caught up. */
  nowMs(): number;
  /** Milliseconds since some moment, whatever happens to the machine's clock: for limits, pauses and time-outs. */
  elapsedMs(): number;
  /** Runs `task` every `everyMs`; the returned function ends it. Runs of one timer never overlap. */
  every(everyMs: number, task: () => void | Promise<void>): () => void;
  after(delayMs: number, task: () => void | Promise<void>): () => void;
}
export const CLOCK: Token<Clock> = token<Clock>('tessera.clock', 'Time and timers');

/** Ids that nobody has had before. */
export interface Ids {
  next(): string;
}
export const IDS: Token<Ids> = token<Ids>('tessera.ids', 'New ids');

/** Structured log of one plugin. Fields never hold secrets. */
export interface Logger {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}
export const LOGGER: Token<Logger> = token<Logger>('tessera.logger', 'Structured log, named after the plugin');

/** How this server was started. */
export interface Environment {
  /** True with `--demo`: demo accounts exist. */
  readonly demo: boolean;
  /** Where the site is on the web (TESSERA_PUBLIC_URL), or null: nobody has said; for what is sent to others there is the `site` of a call. */
  readonly publicUrl: string | null;
  /** Folder of recorded data (TESSERA_REPLAY), or null. */
  readonly replayFolder: string | null;
  /** Seed of everything random that is not a secret. */
  readonly seed: number;
}
export const ENVIRONMENT: Token<Environment> = token<Environment>('tessera.environment', 'How this server was started');

/** Who hears of every trade of some markets. */
export interface TradeWatch {
  watches(id: InstrumentId): boolean;
  /** Of trades, oldest first. */
  prices(id: InstrumentId, prices: readonly string[]): void;
}

/** Market data of all open exchanges. */
export interface ServerMarkets extends MarketData {
  /** Once the exchanges of the start are open; at once when they are. */
  onOpen(listener: () => void): Disposer;
  /** Tells every trade of the markets that it watches, once, some milliseconds after it happened. */
  watchTrades(watch: TradeWatch): Disposer;
  /** Tells now what was traded up to now. */
  tellTrades(): void;
  /** True for an exchange that begins anew with each opening, at a time of its own: its prices never meet those of today. */
  isEphemeral(exchange: string): boolean;
  /** As people read it; one that is not open goes by its id. */
  exchangeTitle(exchange: string): string;
}
export const MARKET_DATA: Token<ServerMarkets> = token<ServerMarkets>('tessera.market-data', 'Market data of all exchanges, at the server');

/** How busy a simulated past was. */
export interface PastBusiness {
  readonly tradesPerMinute: number;
  /** Mean amount of a trade, in quote. */
  readonly quotePerTrade: number;
}

/** The past of the simulated prices, for exchanges that open beside the simulated ones. */
export interface SimulatedPast {
  /** Candles before `endMs` on the grid of an instrument, as `Venue.candles` gives them; null for a pair that is not simulated. */
  candlesOf(
    instrument: Instrument,
    business: PastBusiness,
    endMs: number,
  ): ((interval: Interval, beforeMs: number, limit: number) => readonly Candle[]) | null;
}
export const SIMULATED_PAST: Token<SimulatedPast> = token<SimulatedPast>('tessera.simulated-past', 'Past of simulated prices');

/** Candles from before the first trade of an exchange that begins without a past of its own. */
export interface VenuePast {
  /** Of the time before `endMs`, as `Venue.candles` gives them; null for a market that has none. */
  candlesOf(instrument: Instrument, endMs: number): ReturnType<SimulatedPast['candlesOf']>;
}
export const VENUE_PAST: Token<VenuePast> = token<VenuePast>('tessera.venue-past', 'Candles from before the first trades of an exchange');

/** Recorded data to replay, read only; paths are relative to the replay folder, with `/`. */
export interface Recordings {
  /** Market seconds per second, or as fast as possible. */
  readonly speed: number | 'max';
  /** Sorted names in a folder; none when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Lines of a text file, unpacked when its name ends in `.gz`; streamed, so that its size does not matter. */
  lines(file: string): AsyncIterable<string>;
}
export const RECORDINGS: Token<Recordings> = token<Recordings>('tessera.recordings', 'Recorded data to replay');

export interface MatchingOptions {
  readonly exchange: string;
  readonly title: string;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  /** Types of accounts that every api account has; absent: spot alone. */
  readonly accountTypes?: readonly AccountType[];
  /** What accounts pay of the instruments' fees by their users' VIP levels; absent: all of them. */
  readonly feeSchedule?: FeeSchedule;
  readonly sink: VenueSink;
  /** `all` keeps the journal for ever; `since-snapshot` only what recovery needs. */
  readonly retain: 'all' | 'since-snapshot';
  /** Simulated candles from before the venue's first trade, if it has any. */
  readonly candles?: NonNullable<Venue['candles']>;
}

/** A quote or a trade of a liquidity agent, in ticks and lots: the fast lane of simulated markets, through the same engine and journal. */
export interface LiquidityDesk {
  /** Places a limit order for the desk; resolves nothing: agents look at the book instead. Returns the client order id. */
  limit(instrumentId: string, side: OrderSide, priceTicks: number, qtyLots: number, postOnly: boolean): string;
  market(instrumentId: string, side: OrderSide, qtyLots: number): void;
  cancel(instrumentId: string, clientOrderId: string): void;
  /** Cancels everything that the desk has resting, for example after a restart. */
  cancelAll(): Promise<void>;
  /** Desk orders that still rest, oldest first. */
  resting(
    instrumentId: string,
  ): ReadonlyArray<{ readonly clientOrderId: string; readonly side: OrderSide; readonly priceTicks: number; readonly qtyLots: number }>;
  /** Best prices in ticks; 0 when the side is empty. */
  best(instrumentId: string): { readonly bidTicks: number; readonly askTicks: number };
}

/** A venue on the house's own engine, with a desk for liquidity agents whose orders and balances are not reported. */
export interface MatchingVenue extends Venue {
  readonly recall: NonNullable<Venue['recall']>;
  readonly fees: NonNullable<Venue['fees']>;
  readonly changeFees: NonNullable<Venue['changeFees']>;
  readonly chargedFees: NonNullable<Venue['chargedFees']>;
  readonly countsIn: NonNullable<Venue['countsIn']>;
  readonly terms: NonNullable<Venue['terms']>;
  readonly changeTerms: NonNullable<Venue['changeTerms']>;
  readonly tellReferencePrice: NonNullable<Venue['tellReferencePrice']>;
  readonly waitsFor: NonNullable<Venue['waitsFor']>;
  readonly withdraw: NonNullable<Venue['withdraw']>;
  readonly hold: NonNullable<Venue['hold']>;
  readonly release: NonNullable<Venue['release']>;
  readonly holds: NonNullable<Venue['holds']>;
  readonly audit: NonNullable<Venue['audit']>;
  desk(name: string): Promise<LiquidityDesk>;
}

/** Opens venues on the house's matching engine, each with its own journal. */
export interface Matching {
  open(options: MatchingOptions): Promise<MatchingVenue>;
}
export const MATCHING: Token<Matching> = token<Matching>('tessera.matching', 'Venues on the matching engine');
