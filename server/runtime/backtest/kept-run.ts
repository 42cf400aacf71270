import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { BacktestDetail, BacktestTradeView, DenialView, FundingView } from '../../../schemas/wire/backtest.ts';
import { tradesPerPage } from '../../../schemas/wire/backtest.ts';
import type { ChartCandle } from './feeds/chart-candles.ts';
import type { BacktestStatistics } from './figures/statistics.ts';
import { evenly, shownPoints } from './figures/thin.ts';
import type { LookAhead } from './look-ahead.ts';
import type { RunResult } from './run-backtest.ts';

/** What is kept of a run, of bounded size; texts are JSON as the wire has it, so that nobody has to write it twice. */
export interface KeptRun {
  readonly statistics: BacktestStatistics;
  /** A {@link BacktestDetail}. */
  readonly detail: string;
  /** Lists of {@link BacktestTradeView}, `tradesPerPage` each. */
  readonly pages: readonly string[];
}

const mostPoints = 1_000;
const mostMarks = 1_000;
/** Two years of hours, a lifetime of days; of a run with more only the curve is kept. */
export const mostPeriods = 20_000;
const mostNotes = 200;
const mostPayments = 1_000;
const mostFills = 50_000;

/** `candles` in the order of the result's markets. */
export function keptRun(result: RunResult, candles: ReadonlyArray<readonly ChartCandle[]>, lookAhead: LookAhead | null): KeptRun {
  const kept = Math.min(result.fills.length, mostFills);
  const pages: string[] = [];
  for (let from = 0; from < kept; from += tradesPerPage) {
    const to = Math.min(from + tradesPerPage, kept);
    pages.push(JSON.stringify(Array.from({ length: to - from }, (_, at) => tradeView(result, from + at))));
  }
  return { statistics: result.statistics, detail: JSON.stringify(detailOf(result, candles, kept, lookAhead)), pages };
}

function detailOf(
  result: RunResult,
  candles: ReadonlyArray<readonly ChartCandle[]>,
  keptFills: number,
  lookAhead: LookAhead | null,
): BacktestDetail {
  const { range, equity, prices, fills, notes, denials, plots, funding, events, periodEnds, figures, statistics, assumed } = result;
  const shown = shownPoints(equity, figures.fall, mostPoints);
  const at = <T>(list: readonly T[]): T[] => shown.map((index) => list[index] as T);
  return {
    range: { from: range.fromMs, to: range.toMs },
    events,
    ...(periodEnds.length > mostPeriods ? {} : { periods: periodsView(periodEnds, statistics.period) }),
    curve: { times: at(equity).map(([timeMs]) => timeMs), equity: at(equity).map(([, value]) => value) },
    markets: prices.map(({ instrumentId, values }, market) => ({
      instrument: instrumentId,
      prices: at(values),
      candles: (candles[market] ?? []).map(([...candle]) => candle),
      marks: evenly(
        fills.filter((fill) => fill.instrumentId === instrumentId),
        mostMarks,
      ).map(({ timeMs, side, price, qty }) => [timeMs, side, Number(price), Number(qty)]),
      ...plotsOn(plots, instrumentId),
    })),
    // The last ones say how it ended.
    notes: notes.slice(-mostNotes).map(({ timeMs, key, params }) => ({ time: timeMs, key, params: { ...params } })),
    denials: denials.map(denialView),
    ...(assumed.length === 0 ? {} : { assumed: assumed.map((one) => ({ ...one })) }),
    ...(funding.length === 0 ? {} : { funding: funding.slice(-mostPayments).map(fundingView) }),
    kept_fills: keptFills,
    look_ahead: lookAhead === null ? null : lookAheadView(lookAhead),
  };
}

const periodsView = (ends: RunResult['periodEnds'], period: BacktestStatistics['period']): NonNullable<BacktestDetail['periods']> => ({
  ...{ period, times: ends.map(([timeMs]) => timeMs), equity: ends.map(([, value]) => value) },
});

function plotsOn(plots: RunResult['plots'], instrumentId: InstrumentId): Pick<BacktestDetail['markets'][number], 'plots'> {
  const here = plots.find((one) => one.instrumentId === instrumentId);
  return here === undefined ? {} : { plots: { lines: [...here.lines], marks: [...here.marks] } };
}

/** A reason for denials as the wire has it. */
export const denialView = ({ code, count, params }: RunResult['denials'][number]): DenialView => ({
  code,
  count,
  params: { ...params },
});

/** A payment as the wire has it. */
export const fundingView = ({ timeMs, instrumentId, qty, price, rate, amount, asset }: RunResult['funding'][number]): FundingView => ({
  ...{ time: timeMs, instrument: instrumentId, qty, price, rate, amount, asset },
});

function lookAheadView({ cuts, difference }: LookAhead): BacktestDetail['look_ahead'] {
  const line = (one: { readonly timeMs: number; readonly what: string } | null) =>
    one === null ? null : { time: one.timeMs, what: one.what };
  return {
    cuts: [...cuts],
    difference: difference === null ? null : { cut: difference.cutMs, whole: line(difference.whole), without: line(difference.cut) },
  };
}

/** A fill as the wire has it. */
export function tradeView({ fills, closes }: RunResult, number: number): BacktestTradeView {
  const { timeMs, instrumentId, side, price, qty, fee, feeAsset, liquidity } = fills[number] as RunResult['fills'][number];
  const trip = closes[number] ?? null;
  return {
    ...{ number, time: timeMs, instrument: instrumentId, side, price, qty, fee, fee_asset: feeAsset },
    ...{ maker: liquidity === 'MAKER', profit: trip?.profit ?? null },
    ...(trip === null ? {} : { closed_qty: trip.qty, entry_price: trip.entryPrice, exit_price: trip.exitPrice }),
  };
}
