import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Candle, MarketData } from '../../../../core/contract/market.ts';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs, intervals, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import { decimalsOf } from '../../../../core/domain/numbers/decimal.ts';
import { stepsOf } from '../../../../core/domain/numbers/steps.ts';
import type { BacktestChoice } from '../../../../schemas/wire/backtest.ts';
import { BacktestImpossible } from '../backtest-impossible.ts';
import type { FeedRange } from './backtest-feed.ts';
import type { HouseBars } from './feed-source.ts';
import { warmUpCandles } from './warm-up.ts';

/** Bars of one market that one run may play. */
export const mostHouseBars = 200_000;
/** Read at a time, so that others get their turn: a simulated past is made when it is asked for. */
const pageSize = 1_000;
const minuteMs = 60_000;
const farthestMinutes = 3 * 365 * 1_440;

/** First and last moment of what the house knows of a market; null when it knows nothing. */
export async function houseRange(markets: Pick<MarketData, 'candles'>, id: string, nowMs: number): Promise<FeedRange | null> {
  const now = Math.floor(nowMs / minuteMs);
  const isKnownAt = async (minute: number): Promise<boolean> => (await markets.candles(id, '1m', (minute + 1) * minuteMs, 1)).length > 0;
  if (!(await isKnownAt(now - 1))) return null;
  // Once a market has begun, every later minute has a candle: the first one is found by halving.
  let [unknown, known] = [now - farthestMinutes, now - 1];
  while (known - unknown > 1) {
    const middle = Math.floor((unknown + known) / 2);
    if (await isKnownAt(middle)) known = middle;
    else unknown = middle;
  }
  return { fromMs: known * minuteMs, toMs: now * minuteMs - 1 };
}

/**
 * How much earlier than its range the bars of a choice are read, in ms: what it says, or for a walk forward five hundred of the
 * longest candles that the choice names, as far as one run may play that many.
 */
export function houseLeadMs({ warm_up, folds, interval, params, from, to }: HouseLeadChoice, nowMs: number): number {
  if (warm_up !== undefined) return warm_up;
  if (folds === null || from === null) return 0;
  const barMs = nextIntervalOpenMs(interval ?? '1m', 0);
  const lengths = [interval ?? '1m', ...intervalsOf(params)].map((one) => nextIntervalOpenMs(one, 0));
  const room = mostHouseBars - Math.ceil((Math.min(to ?? nowMs, nowMs) - from) / barMs);
  return Math.max(0, Math.min(warmUpCandles * Math.max(...lengths), room * barMs));
}

type HouseLeadChoice = Pick<BacktestChoice, 'warm_up' | 'folds' | 'interval' | 'params' | 'from' | 'to'>;

function intervalsOf(value: unknown): readonly Interval[] {
  if (typeof value === 'string') return intervals.filter((one) => one === value);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(intervalsOf) : [];
}

interface HouseBarsChoice {
  readonly instrument: Instrument;
  readonly interval: Interval;
  readonly range: FeedRange;
  readonly signal?: AbortSignal;
}

/**
 * The closed candles of a market in a range, in memory that threads share. Throws BacktestImpossible when there are none or too
 * many, and what the signal says when it aborts.
 */
export async function readHouseBars(markets: Pick<MarketData, 'candles'>, choice: HouseBarsChoice): Promise<HouseBars> {
  const { instrument, interval, range, signal } = choice;
  const pages: (readonly Candle[])[] = [];
  let [beforeMs, count] = [intervalOpenMs(interval, range.toMs + 1), 0];
  for (;;) {
    const page = await markets.candles(instrument.id, interval, beforeMs, pageSize);
    const wanted = page.filter(({ openMs }) => openMs >= range.fromMs);
    pages.push(wanted);
    count += wanted.length;
    if (count > mostHouseBars) throw new BacktestImpossible('tooLong', { limit: mostHouseBars, instrument: instrument.id });
    if (wanted.length < pageSize) break;
    beforeMs = page[0]?.openMs ?? 0;
    await nextTurn();
    signal?.throwIfAborted();
  }
  if (count === 0) throw new BacktestImpossible('noCandles', { interval, instrument: instrument.id });
  return { instrument, series: seriesOf(instrument, interval, pages.reverse().flat()) };
}

function seriesOf({ tick, lot }: Instrument, interval: Interval, candles: readonly Candle[]): HouseBars['series'] {
  const [tickDecimals, lotDecimals] = [decimalsOf(tick), decimalsOf(lot)];
  const column = (value: (candle: Candle) => number): Float64Array => {
    const shared = new Float64Array(new SharedArrayBuffer(candles.length * Float64Array.BYTES_PER_ELEMENT));
    candles.forEach((candle, at) => {
      shared[at] = value(candle);
    });
    return shared;
  };
  const price = (name: 'open' | 'high' | 'low' | 'close') => column((candle) => stepsOf(candle[name], tickDecimals) ?? Number.NaN);
  return {
    lengthMs: nextIntervalOpenMs(interval, 0),
    grid: { priceDecimals: tickDecimals, tickDecimals, qtyDecimals: lotDecimals, lotDecimals },
    openMs: column(({ openMs }) => openMs),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    lots: column(({ volume }) => Math.round(Number(volume) * 10 ** lotDecimals)),
  };
}
