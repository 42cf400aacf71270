import type { BacktestChoice, BacktestCurve, BacktestFigures, BacktestFold, BacktestTrade } from '../contract/backtest-runs.ts';
import { listed } from '../domain/joined-text.ts';
import { shortestDecimal } from '../domain/numbers/fixed-decimal.ts';
import { formatDecimal } from '../domain/numbers/number-text.ts';
import { fieldRow, marketOf, type NamedSchema, type ParamRow, paramRows, type RunNames, type TriedField } from './param-rows.ts';

/** What a shared report of a run tells; plain data, from the panel and from the command line alike. */
export interface Report {
  readonly name: string;
  /** Its title. */
  readonly strategy: string;
  /** What profits and values are in; empty where nobody knows. */
  readonly money: string;
  readonly params: readonly ParamRow[];
  /** Where the data comes from, what of it was played, and how, as text by key of the texts under `report`. */
  readonly setup: ReadonlyArray<readonly [key: string, value: string]>;
  /** Of the data that was played. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly figures: BacktestFigures;
  readonly curve: BacktestCurve;
  /** The value at the ends of the periods by which returns are measured; null: a run of before they were kept. */
  readonly periods: BacktestCurve | null;
  /** Why orders were denied: a sentence and how often; null: a run of before they were counted. */
  readonly denials: ReadonlyArray<readonly [text: string, count: number]> | null;
  /** Rates that no market of the run says: of the asset one counts as one of the money. */
  readonly assumed: ReadonlyArray<{ readonly asset: string; readonly money: string }>;
  readonly trades: readonly BacktestTrade[];
  /** Titles of the fields that were swept, in the order of the folds' values. */
  readonly axes: readonly string[];
  readonly folds: readonly ReportFold[];
  /** Of the markets of fills, by id; the tables for spreadsheets have the ids. */
  readonly marketNames: Readonly<Record<string, string>>;
}

/** A fold with its values as they are written. */
type ReportFold = Omit<BacktestFold, 'values'> & { readonly values: readonly string[] | null };

/** A text of the backtest panel by its key. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** What decides a run, as rows of the report. */
interface SetupOfRun {
  readonly data: string;
  readonly balances: Readonly<Record<string, string>>;
  /** Null: what the accounts pay, which is given beside it where it was found, else what the markets ask. */
  readonly makerFee: string | null;
  readonly takerFee: string | null;
  readonly accountFees?: BacktestChoice['accountFees'] | undefined;
  readonly latencyMs: number;
  readonly optimistic: boolean;
  readonly leverage: number | undefined;
  readonly seed: number;
}

export function setupRows(setup: SetupOfRun, t: Words, language: string): Report['setup'] {
  const { data, balances, makerFee, takerFee, accountFees = [], latencyMs, optimistic, leverage, seed } = setup;
  const percent = (rate: string): string => `${shortestDecimal(Number(rate) * 100, 8)} %`;
  const fees = (rate: string | null, own: readonly string[]): readonly string[] => {
    if (rate !== null) return [percent(rate)];
    return own.length === 0 ? [t('ofMarket')] : own.map(percent);
  };
  const makers = accountFees.map(({ makerFee }) => makerFee);
  const takers = accountFees.map(({ takerFee }) => takerFee);
  return [
    ['data', data],
    [
      'balances',
      listed(
        Object.entries(balances).map(([asset, amount]) => `${formatDecimal(amount)} ${asset}`),
        language,
      ),
    ],
    ['fees', listed([...new Set([...fees(makerFee, makers), ...fees(takerFee, takers)])], language)],
    ['latency', String(latencyMs)],
    ['fillRule', t(optimistic ? 'fill.optimistic' : 'fill.strict')],
    ...(leverage === undefined ? [] : [['leverage', String(leverage)] as const]),
    ['seed', String(seed)],
  ];
}

/** What was run, as it is known inside. */
interface NamedRun {
  readonly schema: NamedSchema;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of a sweep. */
  readonly tried: readonly TriedField[];
  readonly folds: readonly BacktestFold[];
  readonly trades: readonly BacktestTrade[];
}

/** The parts of a report that would else be keys and ids. */
export function namedParts(
  run: NamedRun,
  names: RunNames,
  t: Words,
): Pick<Report, 'money' | 'params' | 'axes' | 'folds' | 'trades' | 'marketNames'> {
  const { schema, params, tried, folds, trades } = run;
  const axes = tried.map(({ field }) => fieldRow(schema, field, params, names, t));
  return {
    money: marketOf(schema, params, names).quote,
    params: paramRows(schema, params, tried, names, t),
    axes: axes.map((row) => row('')[0]),
    folds: folds.map((fold) => ({ ...fold, values: fold.values?.map((value, at) => axes[at]?.(value)[1] ?? String(value)) ?? null })),
    trades,
    marketNames: Object.fromEntries([...new Set(trades.map(({ instrument }) => instrument))].map((id) => [id, names.market(id).name])),
  };
}

/** `2025-06-01 13:45:00`, UTC. */
export const momentText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

/** Fills that reduced what was held. */
export const closingTrades = ({ trades }: Pick<Report, 'trades'>): readonly BacktestTrade[] =>
  trades.filter(({ profit }) => profit !== null);
