import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { joinedCurve } from '../../core/report/curve.ts';
import { type Report, setupRows, type Words } from '../../core/report/report.ts';
import { reportTables } from '../../core/report/report-csv.ts';
import { reportHtml } from '../../core/report/report-html.ts';
import { figuresView, resultOf } from '../../server/runtime/backtest/backtest-views.ts';
import { tradeView } from '../../server/runtime/backtest/kept-run.ts';
import type { BacktestResult } from '../../server/runtime/backtest/run-backtest.ts';
import type { WalkedForward } from '../../server/runtime/backtest/walk-forward.ts';
import type { BacktestCall } from './options.ts';

/** Writes a result as files that stand alone, where the call asks for them. */
export function shareResult(call: BacktestCall, outcome: BacktestResult | WalkedForward): void {
  const { html, csv, language } = call;
  if (html === null && csv === null) return;
  const t = wordsOf(language);
  const report = reportOf(call, outcome, t);
  if (report === null) return;
  if (html !== null) writeFileSync(html, reportHtml(report, t, { language, redUp: language !== 'en' }));
  if (csv === null) return;
  mkdirSync(csv, { recursive: true });
  for (const [name, write] of Object.entries(reportTables)) writeFileSync(join(csv, name), write(report));
}

function reportOf(call: BacktestCall, outcome: BacktestResult | WalkedForward, t: Words): Report | null {
  const { strategy, folder, job } = call;
  const { data, balances, fees, latencyMs, isOptimistic: optimistic, leverage, seed } = job;
  const kind = t(`kind.${data.kind}`, { interval: data.kind === 'candles' ? data.interval : '' });
  const { makerFee = null, takerFee = null } = fees;
  const common = {
    ...{ name: strategy, strategy, params: job.params as Report['params'] },
    setup: setupRows(
      {
        data: `${t('data.recorded', { kind })}, ${basename(resolve(folder))}`,
        balances,
        makerFee,
        takerFee,
        latencyMs,
        optimistic,
        leverage,
        seed,
      },
      t,
    ),
  };
  if ('folds' in outcome) {
    if (outcome.joined === null) return null;
    const { folds } = resultOf({ kept: null, rows: [], ...outcome });
    const [first, last] = [folds[0], folds.at(-1)];
    const range = first === undefined || last === undefined ? null : { from: first.test.from, to: last.test.to };
    return { ...common, range, figures: figuresView(outcome.joined), curve: joinedCurve(folds), periods: null, trades: [], folds };
  }
  const { range, statistics, equity, periodEnds, fills } = outcome;
  const columns = (points: BacktestResult['equity']) => ({
    times: points.map(([timeMs]) => timeMs),
    equity: points.map(([, value]) => value),
  });
  return {
    ...common,
    ...{ range: { from: range.fromMs, to: range.toMs }, figures: figuresView(statistics), folds: [] },
    ...{ curve: columns(equity), periods: columns(periodEnds), trades: fills.map((_, at) => tradeView(outcome, at)) },
  };
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
