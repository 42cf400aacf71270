import type { RecordedMarket } from '../../server/runtime/backtest/feeds/recorded-markets.ts';
import type { BacktestStatistics } from '../../server/runtime/backtest/figures/statistics.ts';
import type { LookAhead } from '../../server/runtime/backtest/look-ahead.ts';
import type { BacktestNote, RunResult } from '../../server/runtime/backtest/run-backtest.ts';
import type { SweepAxis, SweepPoint } from '../../server/runtime/backtest/sweep.ts';
import type { WalkedForward } from '../../server/runtime/backtest/walk-forward.ts';
import type { StrategyTexts } from './strategy-texts.ts';

const percent = (fraction: number): string => `${(fraction * 100).toFixed(2)} %`;
const ratio = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Figures of a run in lines of name and value. */
export function resultText({ range, statistics, funding, notes, denials, events, assumed }: RunResult, texts: StrategyTexts): string {
  return rowsText([
    ['played', `${day(range.fromMs)} – ${day(range.toMs)} UTC, ${events.toLocaleString('en')} events`],
    ...figureRows(statistics, funding.length),
    ...denialRows(denials, texts),
    ...assumed.map(({ asset, money }) => ['assumed', `one ${asset} is one ${money}: no market of the run says its rate`] as const),
    ['notes', notes.length === 0 ? '–' : String(notes.length)],
    ...notesByKey(notes, texts),
  ]);
}

type Row = readonly [name: string, value: string];

const rowsText = (rows: readonly Row[]): string => rows.map(([name, value]) => `${name.padEnd(12)} ${value}`).join('\n');

function figureRows(statistics: BacktestStatistics, payments: number | null = null): readonly Row[] {
  const {
    startEquity,
    endEquity,
    totalReturn,
    annualReturn,
    maxDrawdown,
    trades,
    winRate,
    profitFactor,
    openProfit,
    fees,
    funding,
    fills,
    denied,
  } = statistics;
  const yearly = annualReturn === null ? '' : `, ${percent(annualReturn)} a year`;
  return [
    ['equity', `${startEquity.toFixed(2)} → ${endEquity.toFixed(2)} (${percent(totalReturn)}${yearly})`],
    ['profit', `${(endEquity - startEquity - openProfit).toFixed(2)} by round trips, ${openProfit.toFixed(2)} open`],
    ['drawdown', percent(maxDrawdown)],
    ['Sharpe', sharpeText(statistics)],
    ['fills', `${fills}, fees ${fees.toFixed(2)}`],
    ...(funding === null ? [] : [['funding', fundingText(funding, payments)] as const]),
    ['round trips', `${trades}, won ${winRate === null ? '–' : percent(winRate)}, profit factor ${ratio(profitFactor)}`],
    ['denied', denied === 0 ? '–' : `${denied} orders or changes of orders`],
  ];
}

const periodWords = { hour: 'hourly', day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;

const sharpeText = ({ sharpe, period }: BacktestStatistics): string =>
  sharpe === null ? '–' : `${ratio(sharpe)} (of ${periodWords[period]} returns)`;

/** How often each was said, the commonest first, with what the last of them said. */
export function notesByKey(notes: readonly BacktestNote[], texts: StrategyTexts): ReadonlyArray<readonly [string, string]> {
  const keys = [...new Set(notes.map(({ key }) => key))];
  return keys
    .map((key) => notes.filter((note) => note.key === key))
    .sort((a, b) => b.length - a.length)
    .map((all) => {
      const last = all.at(-1);
      return ['', `${all.length} × ${texts.text(last?.key ?? '', last?.params)}`] as const;
    });
}

/** Why orders were denied, the commonest first, with the values of the last. */
const denialRows = (denials: RunResult['denials'], texts: StrategyTexts): readonly Row[] =>
  denials.map(({ code, count, params }) => ['', `${count} × ${texts.errorText(code, params)}`]);

const fundingText = (sum: number, payments: number | null): string =>
  `${payments === null ? '' : `${payments} payments, `}${sum < 0 ? `${(-sum).toFixed(2)} paid` : `${sum.toFixed(2)} received`} in all`;

/** Recordings in lines of market, kind, part and size. */
export function recordingsText(markets: readonly RecordedMarket[]): string {
  if (markets.length === 0) return 'there are no recordings';
  const rows = markets.map(({ instrumentId, kind, interval, range, size }) => [
    instrumentId,
    interval === null ? kind : `${kind} ${interval}`,
    `${day(range.fromMs)} – ${day(range.toMs)}`,
    size.toLocaleString('en'),
  ]);
  return table([['market', 'kind', 'from – to, UTC', 'events'], ...rows]);
}

export function sweepText(axes: readonly SweepAxis[], rows: readonly SweepPoint[], texts: StrategyTexts, shown = 20): string {
  const head = [...axes.map(({ field }) => field), 'return', 'drawdown', 'Sharpe', 'factor'];
  const cells = rows
    .slice(0, shown)
    .map(({ values, statistics, reason }) => [
      ...values.map(String),
      ...figures(statistics, reason === null ? null : texts.reason(reason)),
    ]);
  return table([head, ...cells]);
}

/** A line for each fold, then all tests one after the other, with the reasons of what they were denied. */
export function foldsText(axes: readonly SweepAxis[], { folds, joined, denials }: WalkedForward, texts: StrategyTexts): string {
  const head = ['tested', ...axes.map(({ field }) => field), 'trained', 'tested', 'drawdown', 'Sharpe'];
  const rows = folds.map(({ test, values, trained, tested }) => [
    `${day(test.fromMs)} – ${day(test.toMs)}`,
    ...axes.map((_, at) => String(values?.[at] ?? '–')),
    trained === null ? '–' : percent(trained.totalReturn),
    ...figures(tested, null).slice(0, 3),
  ]);
  const lines = table([head, ...rows]);
  const all = joined === null ? [] : [...figureRows(joined), ...denialRows(denials, texts)];
  return joined === null ? lines : `${lines}\n\nall tests one after the other\n${rowsText(all)}`;
}

export function lookAheadText({ cuts, difference }: LookAhead): string {
  if (difference === null) return `look-ahead   none: the same orders with the future cut off at ${cuts.length} moments`;
  const said = (line: { readonly timeMs: number; readonly what: string } | null): string =>
    line === null ? 'nothing' : `${day(line.timeMs)} ${line.what}`;
  return `look-ahead   FOUND: cut at ${day(difference.cutMs)}: ${said(difference.whole)} became ${said(difference.cut)}`;
}

const figures = (statistics: BacktestStatistics | null, reason: string | null): readonly string[] =>
  statistics === null
    ? [reason ?? '–', '', '', '']
    : [percent(statistics.totalReturn), percent(statistics.maxDrawdown), ratio(statistics.sharpe), ratio(statistics.profitFactor)];

function table(rows: ReadonlyArray<readonly string[]>): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
