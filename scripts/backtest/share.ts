import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { houseOf } from '../../core/client/wire/translate.ts';
import type { BacktestFold, BacktestTrade } from '../../core/contract/backtest-runs.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import type { MarketNames, NamedSchema, RunNames } from '../../core/report/param-rows.ts';
import { namedParts, type Report, setupRows, type Words } from '../../core/report/report.ts';
import { reportTables } from '../../core/report/report-csv.ts';
import { reportHtml } from '../../core/report/report-html.ts';
import { recordedPair } from '../../core/simulation/recordings/recorded-instrument.ts';
import { replayTitle } from '../../core/simulation/recordings/recording-folder.ts';
import { joinedCurve } from '../../schemas/wire/joined-curve.ts';
import { installedStrategy, strategyPlugin } from '../../server/plugins/installed-strategy.ts';
import { resultOf } from '../../server/runtime/backtest/backtest-views.ts';
import { tradeView } from '../../server/runtime/backtest/kept-run.ts';
import type { RunResult } from '../../server/runtime/backtest/run-backtest.ts';
import { gridOf } from '../../server/runtime/backtest/sweep.ts';
import type { WalkedForward } from '../../server/runtime/backtest/walk-forward.ts';
import type { BacktestCall } from './options.ts';
import { StrategyTexts } from './strategy-texts.ts';

/** Writes a result as files that stand alone, where the call asks for them. */
export async function shareResult(call: BacktestCall, outcome: RunResult | WalkedForward): Promise<void> {
  const { html, csv, language } = call;
  if (html === null && csv === null) return;
  const t = wordsOf(language);
  const report = await reportOf(call, outcome, t);
  if (report === null) return;
  if (html !== null) writeFileSync(html, reportHtml(report, t, { language, redUp: language !== 'en' }));
  if (csv === null) return;
  mkdirSync(csv, { recursive: true });
  for (const [name, write] of Object.entries(reportTables)) writeFileSync(join(csv, name), write(report));
}

async function reportOf(call: BacktestCall, outcome: RunResult | WalkedForward, t: Words): Promise<Report | null> {
  const { strategy, axes, job, language } = call;
  const plugin = await strategyPlugin(strategy);
  const { params: schema } = await installedStrategy(strategy);
  const texts = new StrategyTexts(plugin, language);
  const title = texts.word(`${plugin}.title`, strategy);
  const names: RunNames = {
    language,
    text: (key, word) => texts.word(key, word),
    market: marketNames,
    error: (code, params) => texts.errorText(code, params),
  };
  const tried = axes.map((axis) => ({ field: axis.field, values: gridOf([axis]).map(([value]) => value) }));
  const run = { schema: schema as NamedSchema, params: job.params as Readonly<Record<string, unknown>>, tried };
  const common = { name: title, strategy: title, setup: setupOf(call, t) };
  const told = (denials: RunResult['denials']): Report['denials'] =>
    denials.map(({ code, count, params }) => [names.error(code, params), count]);
  if ('folds' in outcome) {
    if (outcome.joined === null) return null;
    const folds = houseOf(resultOf({ kept: null, rows: [], ...outcome }).folds) as readonly BacktestFold[];
    const [first, last] = [folds[0], folds.at(-1)];
    const range = first === undefined || last === undefined ? null : { from: first.test.from, to: last.test.to };
    const parts = namedParts({ ...run, folds, trades: [] }, names, t);
    return {
      ...common,
      ...parts,
      range,
      figures: outcome.joined,
      curve: joinedCurve(folds),
      periods: null,
      denials: told(outcome.denials),
      assumed: [],
    };
  }
  const { range, statistics, equity, periodEnds, fills, denials, assumed } = outcome;
  const columns = (points: RunResult['equity']) => ({
    times: points.map(([timeMs]) => timeMs),
    equity: points.map(([, value]) => value),
  });
  return {
    ...common,
    ...namedParts({ ...run, folds: [], trades: fills.map((_, at) => houseOf(tradeView(outcome, at)) as BacktestTrade) }, names, t),
    ...{ range: { from: range.fromMs, to: range.toMs }, figures: statistics },
    denials: told(denials),
    ...{ curve: columns(equity), periods: columns(periodEnds), assumed },
  };
}

function setupOf({ folder, job, language }: BacktestCall, t: Words): Report['setup'] {
  const { data, balances, fees, latencyMs, isOptimistic: optimistic, leverage, seed } = job;
  const { makerFee = null, takerFee = null } = fees;
  const kind = t(`kind.${data.kind}`, { interval: data.kind === 'candles' ? data.interval : '' });
  const recorded = `${t('data.recorded', { kind })}, ${basename(resolve(folder))}`;
  return setupRows({ data: recorded, balances, makerFee, takerFee, latencyMs, optimistic, leverage, seed }, t, language);
}

/** Of a recorded market. */
function marketNames(id: string): MarketNames {
  const key = parseInstrumentId(id);
  if (key === null) return { name: id, base: '', quote: '' };
  const pair = recordedPair(key.symbol);
  return { name: `${pair.base}/${pair.quote} ${replayTitle(key.exchange)}`, ...pair };
}

/** The panel's own texts. */
function wordsOf(language: string): Words {
  const file = new URL(`../../plugins/panel-backtest/locales/${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  return (key, values = {}) => {
    const text = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
    return String(text ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
