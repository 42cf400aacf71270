import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { marketsOfParams, namesContract } from '../../../core/domain/accounts/markets-of-params.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { type BacktestChoice, maxCombinations } from '../../../schemas/wire/backtest.ts';
import type { BacktestJob, MarketFees } from './backtest-job.ts';
import type { RunPlan } from './perform-run.ts';
import { tooFineBalance } from './start-balances.ts';
import { sweptFields } from './swept-fields.ts';
import { lackedByTests, trainRatio } from './walk-forward.ts';

/** How often a look-ahead check cuts the future off. */
const cuts = 5;
const mostMarkets = 10;

/** The first rule between the fields of a choice that it breaks, by the field's path in the request. */
export function checkChoice(choice: BacktestChoice, schema: object): Outcome<null> {
  const { origin, kind, interval, from, to, maker_fee, taker_fee, sweep, folds, look_ahead } = choice;
  const broken = (field: string, rule: string): Outcome<null> => refused('REQUEST_INVALID', { field: `choice.${field}`, rule });
  if (origin === 'house' && kind !== 'candles') return broken('kind', 'must be candles: the house keeps no trades and books of the past');
  if (kind === 'candles' && interval === null) return broken('interval', 'must be given for candles');
  if (kind !== 'candles' && interval !== null) return broken('interval', 'must be null for trades and books');
  if (from !== null && to !== null && from >= to) return broken('to', 'must be later than from');
  if (choice.optimistic && kind !== 'candles') return broken('optimistic', 'is for candles: in trades and books a touch is not enough');
  if (choice.leverage !== undefined && !namesContract(choice.params))
    return broken('leverage', 'is for contracts; the params name spot markets');
  for (const [name, fee] of Object.entries({ maker_fee, taker_fee })) {
    if (fee !== null && compareDecimals(fee, '1') >= 0) return broken(name, 'must be a fraction below 1');
  }
  const tooFine = tooFineBalance(choice.balances);
  if (tooFine !== null) return broken(tooFine.field, tooFine.rule);
  if (folds !== null && sweep === null) return broken('folds', 'needs a sweep');
  if (folds !== null && from !== null && to !== null) {
    const least = lackedByTests({ fromMs: from, toMs: to }, folds, trainRatio, jobOf(choice).data);
    if (least !== null) return broken('folds', `must leave each test ${least} or more between from and to`);
  }
  if (look_ahead && sweep !== null) return broken('look_ahead', 'is for a single run');
  const markets = marketsOfParams(choice.params).length;
  if (markets > mostMarkets) return broken('params', `must name at most ${mostMarkets} markets`);
  return sweep === null ? accepted(null) : checkSweep(sweep, schema, broken);
}

function checkSweep(
  { axes, drawn }: NonNullable<BacktestChoice['sweep']>,
  schema: object,
  broken: (field: string, rule: string) => Outcome<null>,
): Outcome<null> {
  for (const [at, { field }] of axes.entries()) {
    const fields = sweptFields(schema);
    const property = fields.get(field);
    if (property === undefined) return broken(`sweep.axes.${at}.field`, `must be one of ${[...fields.keys()].join(', ')}`);
    if ('x-picker' in property) return broken(`sweep.axes.${at}.field`, 'must not be a market or an account');
    if (axes.findIndex((axis) => axis.field === field) !== at) return broken(`sweep.axes.${at}.field`, 'must stand once');
  }
  const combinations = axes.reduce((product, { values }) => product * values.length, 1);
  if (drawn === null && combinations > maxCombinations) {
    return broken('sweep.axes', `must make at most ${maxCombinations} combinations, or give drawn`);
  }
  return accepted(null);
}

export const planOf = (choice: BacktestChoice): RunPlan => ({
  job: jobOf(choice),
  cuts: choice.look_ahead ? cuts : 0,
  sweep: choice.sweep,
  folds: choice.folds,
});

const accountFeesOf = ({ api_id, id, maker_fee, taker_fee }: NonNullable<BacktestChoice['account_fees']>[number]): MarketFees => ({
  ...{ apiId: api_id, instrumentId: id, makerFee: maker_fee, takerFee: taker_fee },
});

function jobOf(choice: BacktestChoice): BacktestJob {
  const { params, kind, interval, from, to, maker_fee: makerFee, taker_fee: takerFee, balances, seed } = choice;
  return {
    params,
    data: kind === 'candles' ? { kind, interval: interval ?? '1m' } : { kind },
    fees: { ...(makerFee === null ? {} : { makerFee }), ...(takerFee === null ? {} : { takerFee }) },
    accountFees: choice.account_fees?.map(accountFeesOf) ?? [],
    ...{ balances, seed, latencyMs: choice.latency_ms, isOptimistic: choice.optimistic },
    ...(choice.leverage === undefined ? {} : { leverage: choice.leverage }),
    ...(choice.warm_up === undefined ? {} : { warmUp: choice.warm_up }),
    ...(choice.period === undefined ? {} : { period: choice.period }),
    range: from === null && to === null ? null : { fromMs: from ?? 0, toMs: to ?? Number.MAX_SAFE_INTEGER },
  };
}
