import type * as wire from '../../schemas/wire/backtest.ts';
import type * as steps from '../../schemas/wire/backtest-steps.ts';
import type { HouseOf } from './house-words.ts';

/** What the wire tells of backtests, in the words of the house; money is in the quote of the markets. */

export type BacktestRun = HouseOf<wire.BacktestView>;
export type BacktestSource = HouseOf<wire.BacktestSourceView>;
/** Everything that decides a run, as it was kept with it. */
export type BacktestChoice = HouseOf<wire.BacktestChoice>;
export type BacktestFigures = HouseOf<wire.BacktestFigures>;
export type BacktestCurve = HouseOf<wire.BacktestCurve>;
export type BacktestReason = HouseOf<wire.BacktestReason>;
export type BacktestDetail = HouseOf<wire.BacktestDetail>;
export type BacktestResult = HouseOf<wire.BacktestResultView>;
export type BacktestTrade = HouseOf<wire.BacktestTradeView>;
export type SweepRow = HouseOf<wire.SweepRowView>;
/** Of a walk forward. */
export type BacktestFold = HouseOf<wire.FoldView>;
/** Of a perpetual. */
export type BacktestFunding = HouseOf<wire.FundingView>;
/** Why orders were denied, and how often. */
export type BacktestDenial = HouseOf<wire.DenialView>;

/** A page of a run that is stepped through. */
export type BacktestSteps = HouseOf<steps.BacktestStepsView>;
export type BacktestStep = HouseOf<steps.BacktestStepView>;
export type StepCall = HouseOf<steps.StepCallView>;
export type StepSheet = HouseOf<steps.StepSheetView>;
