import type { BacktestChoice, BacktestSource } from '../../../core/contract/backtest-runs.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import { mostLeverage } from '../../../core/domain/markets/margin-brackets.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { shortestDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { normalDecimal } from '../../../core/ui/text/decimal-text.ts';
import { type backtestObjectives, maxCombinations } from '../../../schemas/wire/backtest.ts';
import { modeOf } from '../pictures/compared-names.ts';
import { axisValues, type SweepField } from '../pictures/sweep-axis.ts';

/** A field to sweep over and its values as they were typed. */
export interface AxisText {
  readonly field: string;
  readonly text: string;
}

/** What stands in the form of a run; plain data that is remembered. */
export interface Setup {
  readonly name: string;
  readonly strategy: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** `origin kind interval` of the data; null: the first that there is. */
  readonly source: string | null;
  /** Days, UTC; empty: from the beginning, to the end of the data. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly balances: Readonly<Record<string, string>>;
  /** Percent; empty: the market's own. */
  readonly makerFee: string;
  readonly takerFee: string;
  readonly latencyMs: string;
  /** Of contracts. */
  readonly leverage: string;
  readonly optimistic: boolean;
  readonly lookAhead: boolean;
  readonly seed: string;
  readonly mode: 'single' | 'sweep' | 'walk';
  readonly axes: readonly AxisText[];
  /** How many combinations are drawn; empty: all. */
  readonly drawn: string;
  readonly objective: (typeof backtestObjectives)[number];
  readonly folds: string;
  /** Hours that a strategy hears before each fold; empty: what it seems to need. */
  readonly warmUpHours: string;
}

export const emptySetup: Setup = {
  name: '',
  strategy: null,
  params: {},
  source: null,
  fromDay: '',
  toDay: '',
  balances: {},
  makerFee: '',
  takerFee: '',
  ...{
    latencyMs: '0',
    leverage: '1',
    optimistic: false,
    lookAhead: true,
    seed: '1',
    mode: 'single',
    axes: [],
    drawn: '',
    objective: 'sharpe',
    folds: '4',
    warmUpHours: '',
  },
};

/** What was remembered may be of another version: fields of the wrong kind are those of an empty form. */
export function readSetup(saved: unknown): Setup {
  if (typeof saved !== 'object' || saved === null) return emptySetup;
  const fields = Object.entries(emptySetup).map(([name, empty]) => {
    const value = (saved as Record<string, unknown>)[name];
    const isSame = name === 'strategy' || name === 'source' ? value === null || typeof value === 'string' : isAlike(value, empty);
    return [name, isSame ? value : empty];
  });
  return Object.fromEntries(fields) as Setup;
}

const isAlike = (value: unknown, empty: unknown): boolean =>
  value !== null && typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty);

/** True when one of the markets is a contract, which is held by its margin. */
export const hasContract = (params: unknown): boolean =>
  instrumentsIn(params).some((id) => !['spot', 'ashare'].includes(parseInstrumentId(id)?.accountType ?? 'spot'));

/** Data that all of a run's markets have. */
export interface CommonSource extends Pick<BacktestSource, 'origin' | 'kind' | 'interval' | 'from' | 'to' | 'size'> {
  readonly key: string;
}

export function commonSources(sources: readonly BacktestSource[], markets: readonly string[]): readonly CommonSource[] {
  const byKey = new Map<string, BacktestSource[]>();
  for (const source of sources) {
    const key = `${source.origin} ${source.kind} ${source.interval ?? ''}`.trim();
    byKey.set(key, [...(byKey.get(key) ?? []), source]);
  }
  return [...byKey].flatMap(([key, list]): readonly CommonSource[] => {
    const { origin, kind, interval } = list[0] as BacktestSource;
    const from = Math.max(...list.map((source) => source.from));
    const to = Math.min(...list.map((source) => source.to));
    const hasAll = markets.every((id) => list.some(({ instrument }) => instrument === id));
    if (!hasAll || from >= to) return [];
    const size = list.reduce<number | null>((sum, source) => (sum === null || source.size === null ? null : sum + source.size), 0);
    return [{ key, origin, kind, interval, from, to, size }];
  });
}

/** A field of the form and a key of the texts that says what is wrong with it. */
export interface SetupProblem {
  readonly field:
    | 'source'
    | 'period'
    | 'balances'
    | 'makerFee'
    | 'takerFee'
    | 'latencyMs'
    | 'leverage'
    | 'seed'
    | 'axes'
    | 'drawn'
    | 'folds'
    | 'warmUpHours';
  readonly key: string;
  /** Of the axes: which one. */
  readonly at?: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const mostWarmUpHours = 366 * 24;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Assets of which there is something. What is being typed may end in a point. */
const givenAmounts = ({ balances }: Setup): readonly (readonly [asset: string, amount: string])[] =>
  Object.entries(balances)
    .map(([asset, typed]) => [asset, normalDecimal(typed)] as const)
    .filter(([, amount]) => amount !== '' && compareDecimals(amount, '0') > 0);

/** What is wrong with the form beside its params. */
export function setupProblems(setup: Setup, source: CommonSource | null, fields: readonly SweepField[]): readonly SetupProblem[] {
  const problems: SetupProblem[] = [];
  const say = (field: SetupProblem['field'], key: string, at?: number): void => {
    problems.push({ field, key, ...(at === undefined ? {} : { at }) });
  };
  if (source === null) say('source', 'noSource');
  const { from, to } = rangeOf(setup);
  if (from !== null && to !== null && from >= to) say('period', 'order');
  else if (source !== null && ((from ?? 0) > source.to || (to ?? source.to) < source.from)) say('period', 'outside');
  if (givenAmounts(setup).length === 0) say('balances', 'none');
  for (const name of ['makerFee', 'takerFee'] as const) {
    if (compareDecimals(normalDecimal(setup[name]) || '0', '10') > 0) say(name, 'fee');
  }
  if (!isWhole(setup.latencyMs, 0, 60_000)) say('latencyMs', 'latency');
  if (hasContract(setup.params) && !isWhole(setup.leverage, 1, mostLeverage)) say('leverage', 'leverage');
  if (!isWhole(setup.seed, 0, 2_147_483_647)) say('seed', 'seed');
  if (setup.mode !== 'single') sweepProblems(setup, fields, say);
  if (setup.mode === 'walk' && !isWhole(setup.folds, 2, 12)) say('folds', 'folds');
  if (setup.mode === 'walk' && setup.warmUpHours !== '' && !isWhole(setup.warmUpHours, 0, mostWarmUpHours)) say('warmUpHours', 'warmUp');
  return problems;
}

function sweepProblems(
  { axes, drawn }: Setup,
  fields: readonly SweepField[],
  say: (field: SetupProblem['field'], key: string, at?: number) => void,
): void {
  if (axes.length === 0) say('axes', 'noAxis');
  axes.forEach(({ field, text }, at) => {
    const known = fields.find(({ name }) => name === field);
    if (known === undefined || axisValues(known, text) === null) say('axes', known?.kind === 'choice' ? 'words' : 'values', at);
  });
  if (drawn !== '' && !isWhole(drawn, 1, maxCombinations)) say('drawn', 'drawn');
  else if (drawn === '' && combinationsOf(axes, fields) > maxCombinations) say('drawn', 'tooMany');
}

export const combinationsOf = (axes: readonly AxisText[], fields: readonly SweepField[]): number =>
  axes.reduce((product, { field, text }) => {
    const known = fields.find(({ name }) => name === field);
    return product * (known === undefined ? 0 : (axisValues(known, text)?.length ?? 0));
  }, 1);

/** Whole days: the last one is played to its end. */
function rangeOf({ fromDay, toDay }: Setup): { readonly from: number | null; readonly to: number | null } {
  return { from: fromDay === '' ? null : startOf(fromDay), to: toDay === '' ? null : startOf(toDay) + dayMs - 1 };
}

/** No more of the chosen days than there is data. */
const within = ({ from, to }: ReturnType<typeof rangeOf>, source: CommonSource): ReturnType<typeof rangeOf> => ({
  from: from === null ? null : Math.max(from, source.from),
  to: to === null ? null : Math.min(to, source.to),
});

/** The run that a form without problems asks for. */
export function choiceOf(setup: Setup, source: CommonSource, fields: readonly SweepField[]): BacktestChoice {
  const { strategy, params, makerFee, takerFee, latencyMs, optimistic, seed, mode, lookAhead, drawn, objective, folds } = setup;
  const axes = setup.axes.map(({ field, text }) => {
    const known = fields.find(({ name }) => name === field) as SweepField;
    return { field, values: [...(axisValues(known, text) ?? [])] };
  });
  return {
    strategy: strategy ?? '',
    params: { ...params },
    origin: source.origin,
    kind: source.kind,
    interval: source.interval as Interval | null,
    ...within(rangeOf(setup), source),
    balances: Object.fromEntries(givenAmounts(setup)),
    makerFee: fractionOf(normalDecimal(makerFee)),
    takerFee: fractionOf(normalDecimal(takerFee)),
    latencyMs: Number(latencyMs),
    optimistic: optimistic && source.kind === 'candles',
    seed: Number(seed),
    ...(hasContract(params) ? { leverage: Number(setup.leverage) } : {}),
    lookAhead: mode === 'single' && lookAhead,
    sweep: mode === 'single' ? null : { axes, drawn: drawn === '' ? null : Number(drawn), objective },
    folds: mode === 'walk' ? Number(folds) : null,
    ...(mode === 'walk' && setup.warmUpHours !== '' ? { warmUpMs: Number(setup.warmUpHours) * hourMs } : {}),
  };
}

/** Percent as an exact fraction; null for an empty field. */
function fractionOf(percent: string): string | null {
  if (percent === '') return null;
  const [whole = '0', fraction = ''] = percent.split('.');
  const digits = whole.padStart(3, '0') + fraction;
  const text = `${digits.slice(0, -2 - fraction.length)}.${digits.slice(-2 - fraction.length)}`;
  return text.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '') || '0';
}

/** The form of a run that was made before. */
export function setupOf(choice: BacktestChoice, name: string): Setup {
  const { strategy, params, origin, kind, interval, from, to, balances, sweep, folds } = choice;
  const day = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString().slice(0, 10));
  const percent = (fraction: string | null): string => (fraction === null ? '' : shortestDecimal(Number(fraction) * 100, 10));
  return {
    name,
    strategy,
    params,
    source: `${origin} ${kind} ${interval ?? ''}`.trim(),
    fromDay: day(from),
    toDay: day(to),
    balances,
    makerFee: percent(choice.makerFee),
    takerFee: percent(choice.takerFee),
    latencyMs: String(choice.latencyMs),
    leverage: String(choice.leverage ?? emptySetup.leverage),
    optimistic: choice.optimistic,
    lookAhead: choice.lookAhead,
    seed: String(choice.seed),
    mode: modeOf(choice),
    axes: (sweep?.axes ?? []).map(({ field, values }) => ({ field, text: values.join(', ') })),
    drawn: sweep?.drawn == null ? '' : String(sweep.drawn),
    objective: sweep?.objective ?? 'sharpe',
    folds: String(folds ?? emptySetup.folds),
    warmUpHours: choice.warmUpMs === undefined ? '' : String(choice.warmUpMs / hourMs),
  };
}
