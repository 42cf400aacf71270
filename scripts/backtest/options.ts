import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { namesContract } from '../../core/domain/accounts/markets-of-params.ts';
import { type Interval, intervals } from '../../core/domain/markets/interval.ts';
import { mostLeverage } from '../../core/domain/markets/margin-brackets.ts';
import { type ReturnPeriod, returnPeriods } from '../../core/domain/return-period.ts';
import type { BacktestJob } from '../../server/runtime/backtest/backtest-job.ts';
import type { FeedKind } from '../../server/runtime/backtest/feeds/open-feed.ts';
import { type Objective, objectives, type SweepAxis } from '../../server/runtime/backtest/sweep.ts';
import { sweptFields } from '../../server/runtime/backtest/swept-fields.ts';

/** A call that cannot be met; the message names the option and what it wants. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

const languages = ['en', 'zh-CN', 'zh-TW'] as const;

interface Sharing {
  readonly html?: string | undefined | null;
  readonly csv?: string | undefined | null;
  readonly language?: string | undefined;
}

export interface BacktestCall {
  readonly strategy: string;
  readonly folder: string;
  readonly job: BacktestJob;
  readonly axes: readonly SweepAxis[];
  /** Null: every combination. */
  readonly drawn: number | null;
  readonly objective: Objective;
  readonly folds: number | null;
  readonly looksAhead: boolean;
  readonly out: string | null;
  /** File of a line for every moment at which the strategy was called. */
  readonly steps: string | null;
  /** File of a report that stands alone. */
  readonly html: string | null;
  /** Folder of tables. */
  readonly csv: string | null;
  readonly language: (typeof languages)[number];
}

export const usage = `npm run backtest -- <strategy> --data <folder> --params <file.json> --balance USDT=100000 [options]
npm run backtest -- --list --data <folder>

  --list                       say which recordings there are
  --kind candles|trades|book   which recording is played (candles)
  --interval 1m                length of the candles (1m)
  --from 2025-06-01 --to …     part of the data, UTC
  --balance ASSET=AMOUNT       what every account starts with; may be repeated
  --fee MAKER,TAKER            fractions (0.001,0.001); one alone is both
  --leverage 5                 of perpetuals only, whose funding lies beside their candles (1)
  --latency 50                 ms until an order reaches its exchange (0)
  --optimistic                 candles: a touch fills
  --seed 1                     of everything random
  --period day                 of the returns of the Sharpe ratio: ${returnPeriods.join(', ')} (day; hour for less than a week)
  --sweep FIELD=1,2,3          try values of a field of the params; FIELD=10:40:5 for steps; may be repeated
  --random 100                 of a sweep: that many drawn combinations instead of all
  --objective sharpe           of a sweep: what ranks its runs: ${objectives.join(', ')}
  --walk-forward 4             folds of a sweep: choose on the past, try on what follows
  --warm-up 12h                what a strategy hears before its range or fold without trading: 90m, 12h, 7d
                               (none; for folds 500 of the candles that it listens to)
  --look-ahead                 run again with the future cut off and compare
  --steps file.jsonl           write every moment at which the strategy was called: what it heard and did, its state, fills, net value
  --out result.json            write everything
  --html report.html           write a page that can be shared: figures, curve, set-up, round trips and fills
  --csv folder                 write fills.csv, trips.csv and equity.csv
  --language en                of the page: ${languages.join(', ')}`;

/** The folder whose recordings are asked for; null: the call is a run. Throws UsageError. */
export function readListing(args: readonly string[]): string | null {
  const { values } = parse(args);
  return values.list === true ? folderOf(values.data) : null;
}

/** Reads the command line of a run. Throws UsageError. */
export function readCall(args: readonly string[]): BacktestCall {
  const { values, positionals } = parse(args);
  const [strategy] = positionals;
  if (strategy === undefined) throw new UsageError('name a strategy, such as shock-grid');
  const folder = folderOf(values.data);
  const params = readParams(values.params ?? fail('--params', 'a JSON file'));
  const [makerFee, takerFee = makerFee] = (values.fee ?? '').split(',');
  const isMany = (values.sweep ?? []).length > 0;
  if (!isMany) refuseWithoutSweep(values);
  refuseWhatDoesNotApply(values, params);
  const objective = objectives.find((one) => one === (values.objective ?? 'sharpe')) ?? fail('--objective', objectives.join(', '));
  return {
    strategy,
    folder,
    job: {
      params,
      data: kindOf(values.kind ?? 'candles', values.interval ?? '1m'),
      fees: makerFee === '' || makerFee === undefined ? {} : { makerFee, takerFee: takerFee ?? makerFee },
      balances: balancesOf(values.balance ?? []),
      seed: whole('--seed', values.seed ?? '1'),
      latencyMs: whole('--latency', values.latency ?? '0'),
      isOptimistic: values.optimistic === true,
      ...(values.leverage === undefined ? {} : { leverage: leverageOf(values.leverage) }),
      ...(values['warm-up'] === undefined ? {} : { warmUp: lengthOf('--warm-up', values['warm-up']) }),
      ...(values.period === undefined ? {} : { period: periodOf(values.period) }),
      range: rangeOf(values.from, values.to),
    },
    axes: (values.sweep ?? []).map((text) => axisOf(text, params)),
    drawn: values.random === undefined ? null : whole('--random', values.random),
    objective,
    folds: values['walk-forward'] === undefined ? null : whole('--walk-forward', values['walk-forward']),
    looksAhead: values['look-ahead'] === true && isMany ? fail('--look-ahead', 'for a single run') : values['look-ahead'] === true,
    out: values.out ?? null,
    steps: values.steps !== undefined && isMany ? fail('--steps', 'for a single run') : (values.steps ?? null),
    ...sharingOf(values, isMany && values['walk-forward'] === undefined),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ data: text, params: text, kind: text, interval: text, from: text, to: text, balance: many, fee: text, latency: text },
    ...{ leverage: text, list: flag, period: text, 'warm-up': text },
    ...{ html: text, csv: text, language: text, steps: text },
    ...{ optimistic: flag, seed: text, sweep: many, random: text, objective: text, 'walk-forward': text, 'look-ahead': flag, out: text },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function fail(option: string, wanted: string): never {
  throw new UsageError(`${option} must be ${wanted}`);
}

/** What is about the runs of a sweep would silently do nothing for a single one. */
function refuseWithoutSweep(values: Readonly<Record<string, unknown>>): void {
  const idle = ['walk-forward', 'random', 'objective'].find((option) => values[option] !== undefined);
  if (idle !== undefined) throw new UsageError(`--${idle} needs --sweep, which says what is tried`);
}

/** What the chosen data has no use for would silently change nothing. */
function refuseWhatDoesNotApply(values: ReturnType<typeof parse>['values'], params: unknown): void {
  const { leverage, interval, optimistic, kind = 'candles', language, html } = values;
  if (leverage !== undefined && !namesContract(params)) throw new UsageError('--leverage is for contracts; the params name spot markets');
  if (interval !== undefined && kind !== 'candles') throw new UsageError(`--interval is the length of candles; --kind ${kind} has none`);
  if (optimistic === true && kind !== 'candles') throw new UsageError(`--optimistic is for candles; --kind ${kind} says what was traded`);
  if (language !== undefined && html === undefined) throw new UsageError('--language is of the page that --html writes');
}

/** Throws UsageError when a sweep names what the params of a strategy do not have. */
export function refuseUnknownFields(axes: readonly SweepAxis[], schema: object): void {
  const fields = sweptFields(schema);
  const unknown = axes.find(({ field }) => !fields.has(field));
  if (unknown !== undefined)
    throw new UsageError(`--sweep: the params have no field ${unknown.field}; there are ${[...fields.keys()].join(', ')}`);
  const twice = axes.find(({ field }, at) => axes.findIndex((axis) => axis.field === field) !== at);
  if (twice !== undefined) throw new UsageError(`--sweep: ${twice.field} stands twice; give all its values at once`);
}

function folderOf(folder: string | undefined): string {
  const making = '`npm run recordings` makes .data/recordings';
  if (folder === undefined) return fail('--data', `the folder of the recorded data; ${making}`);
  return existsSync(folder) && statSync(folder).isDirectory() ? folder : fail('--data', `a folder; ${folder} is none, ${making}`);
}

function whole(option: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : fail(option, 'a whole number');
}

function leverageOf(text: string): number {
  const leverage = whole('--leverage', text);
  return leverage >= 1 && leverage <= mostLeverage ? leverage : fail('--leverage', `between 1 and ${mostLeverage}`);
}

function sharingOf({ html = null, csv = null, language }: Sharing, isSweep: boolean): Pick<BacktestCall, 'html' | 'csv' | 'language'> {
  if (isSweep && (html !== null || csv !== null)) fail(html === null ? '--csv' : '--html', 'for a single run or a walk forward');
  const known = languages.find((one) => one === (language ?? 'en')) ?? fail('--language', languages.join(', '));
  return { html, csv, language: known };
}

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function lengthOf(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? fail(option, 'such as 90m, 12h or 7d');
  return Number(count) * unitsMs[unit as keyof typeof unitsMs];
}

const periodOf = (text: string): ReturnPeriod => returnPeriods.find((one) => one === text) ?? fail('--period', returnPeriods.join(', '));

function readParams(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--params: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function kindOf(kind: string, interval: string): FeedKind {
  if (kind === 'trades' || kind === 'book') return { kind };
  if (kind !== 'candles') fail('--kind', 'candles, trades or book');
  const known: Interval | undefined = intervals.find((one) => one === interval);
  return known === undefined ? fail('--interval', intervals.join(', ')) : { kind: 'candles', interval: known };
}

function balancesOf(texts: readonly string[]): Readonly<Record<string, string>> {
  if (texts.length === 0) fail('--balance', 'given, such as USDT=100000');
  return Object.fromEntries(
    texts.map((text) => {
      const [, asset = '', amount = ''] = /^([A-Z0-9]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? fail('--balance', 'such as USDT=100000');
      return [asset, amount];
    }),
  );
}

function rangeOf(from: string | undefined, to: string | undefined): BacktestJob['range'] {
  if (from === undefined && to === undefined) return null;
  const timeOf = (option: string, text: string): number => {
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number.NaN;
    return Number.isNaN(time) ? fail(option, 'a date such as 2025-06-01') : time;
  };
  return {
    fromMs: from === undefined ? 0 : timeOf('--from', from),
    toMs: to === undefined ? Number.MAX_SAFE_INTEGER : timeOf('--to', to) - 1,
  };
}

/** A number or a yes or no as the params have it; anything else stays a text. */
function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** A field whose value is a text in the params gets texts. */
function axisOf(text: string, params: unknown): SweepAxis {
  const [, field = '', spec = ''] = /^([A-Za-z][A-Za-z0-9.]*)=(.+)$/.exec(text) ?? fail('--sweep', 'such as levels=10:40:10');
  const isText =
    typeof field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], params) === 'string';
  const [from, to, step] = spec.split(':').map(Number);
  if (from !== undefined && to !== undefined && step !== undefined && step > 0) return { field, from, to, step, isText };
  if (spec.includes(':')) fail('--sweep', 'FIELD=from:to:step');
  return { field, values: spec.split(',').map((value) => (isText ? value : plainValue(value))) };
}
