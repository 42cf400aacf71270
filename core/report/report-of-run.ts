import { joinedCurve } from '../../schemas/wire/joined-curve.ts';
import type { BacktestResult, BacktestTrade } from '../contract/backtest-runs.ts';
import type { NamedSchema, RunNames } from './param-rows.ts';
import { namedParts, type Report, setupRows, type Words } from './report.ts';

/** A strategy by its title and the schema of its params. */
export interface NamedStrategy {
  readonly title: string;
  readonly schema: NamedSchema;
}

/** What there is to share of a run with its fills; null without a result. */
export function reportOfRun(
  { run, detail, folds, denials }: BacktestResult,
  trades: readonly BacktestTrade[],
  { title, schema }: NamedStrategy,
  names: RunNames,
  t: Words,
): Report | null {
  const { choice, figures } = run;
  if (figures === null) return null;
  const data = t(`data.${choice.origin}`, { kind: t(`kind.${choice.kind}`, { interval: choice.interval ?? '' }) });
  const params = choice.params as Readonly<Record<string, unknown>>;
  const { balances, makerFee, takerFee, accountFees, latencyMs, optimistic, leverage, seed } = choice;
  const [first, last] = [folds[0], folds.at(-1)];
  return {
    name: run.name,
    strategy: title,
    figures,
    ...namedParts({ schema, params, tried: choice.sweep?.axes ?? [], folds, trades }, names, t),
    setup: setupRows({ data, balances, makerFee, takerFee, accountFees, latencyMs, optimistic, leverage, seed }, t, names.language),
    range: detail?.range ?? (first === undefined || last === undefined ? null : { from: first.test.from, to: last.test.to }),
    curve: detail?.curve ?? joinedCurve(folds),
    periods: detail?.periods ?? null,
    denials: (detail?.denials ?? denials)?.map(({ code, count, params: values }) => [names.error(code, values), count] as const) ?? null,
    assumed: detail?.assumed ?? [],
  };
}
