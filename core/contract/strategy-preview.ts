import type { Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import type { ErrorParams } from './app-error.ts';
import type { Candle, DepthSnapshot } from './market.ts';
import type { Balance } from './trading.ts';

/** What a strategy tells a form before it starts: lines for charts, figures, and values that it suggests. All of it is pure. */

/** What trading in a market costs. */
export interface PreviewFees {
  /** Of what rested, as a fraction of what is received. */
  readonly makerFee: string;
  /** Of what trades at once, likewise. */
  readonly takerFee: string;
  /** True: what the account beside the market pays. False: what the market charges, where no such account is known. */
  readonly isOwn: boolean;
}

/** The markets and accounts of the params as they are, for a preview. */
export interface PreviewContext<P> {
  /** As they stand in the form, in order. */
  readonly params: P;
  /** Terms of the markets that the params name, by id. */
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  /** Their books; absent where there is none. */
  readonly books: Readonly<Record<InstrumentId, DepthSnapshot>>;
  /** Their last prices, in quote per base; absent before the first trade. */
  readonly lastPrices: Readonly<Record<InstrumentId, string>>;
  /** What trading in them costs, by id. */
  readonly fees: Readonly<Record<InstrumentId, PreviewFees>>;
  /** What the accounts of the params hold, of those that the user may trade with. */
  readonly balances: readonly Balance[];
}

/** A line on the chart of a market: an order that the params would place now, or a price that they speak of. */
export interface PreviewLine {
  /** Market on whose chart it lies. */
  readonly instrumentId: InstrumentId;
  /** In quote per base. */
  readonly price: string;
  /** Null: no order. */
  readonly side: OrderSide | null;
  /** In base. */
  readonly qty?: string;
  /** Key of the plugin's texts that says what the line is; absent: side and quantity say it. */
  readonly key?: string;
}

/** Something that follows from the params and is worth knowing before a start, such as what a line earns. */
export interface PreviewFigure {
  /** Key of the plugin's texts that names it. */
  readonly title: string;
  /** Key of the text that says it. */
  readonly key: string;
  /** Values of its placeholders. */
  readonly params: ErrorParams;
  /** True: it speaks against a start. */
  readonly warns?: boolean;
}

/** Closed candles that suggestions are made from. */
export interface HistoryWish {
  /** A market that the params name. */
  readonly instrumentId: InstrumentId;
  /** Length of a candle. */
  readonly interval: Interval;
  /** How many, at most 1,000. */
  readonly history: number;
}

/** The world that suggestions are made for: a form that is perhaps not filled yet. */
export interface SuggestContext<P> extends Omit<PreviewContext<P>, 'params'> {
  /** Those fields of the form that keep to the schema. */
  readonly params: Partial<P>;
  /** For each wish, in order: the newest candles that closed before now, oldest first, as many as are known. */
  readonly candles: readonly (readonly Candle[])[];
}

/** A value for a field of the form, and why. */
export interface Suggestion {
  /** Of the params; inside an object `range.low`. */
  readonly field: string;
  /** On the market's grid, and by the schema. */
  readonly value: string | number | boolean;
  /** Key of the text that says why in one short sentence. */
  readonly key: string;
  /** Values of its placeholders. */
  readonly params: ErrorParams;
}

/** What a strategy suggests. */
export interface Suggestions {
  /** Fit together: all of them can be used at once. */
  readonly values: readonly Suggestion[];
  /** Why there are none, or fewer than there might be, such as too little history; absent: nothing is lacking. */
  readonly lack?: Pick<Suggestion, 'key' | 'params'>;
}

/** Two pure functions: which candles it takes, and what it makes of them. Nothing of it is filled in before the user says so. */
export interface StrategySuggest<P> {
  /** At most {@link mostWishes}. */
  history(params: Partial<P>): readonly HistoryWish[];
  /** Called with the candles. */
  values(context: SuggestContext<P>): Suggestions;
}

/** Lists of candles that suggestions may be made from. */
export const mostWishes = 4;
