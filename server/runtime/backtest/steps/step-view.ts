import type { BacktestStepView, StepCallView, StepSheetView } from '../../../../schemas/wire/backtest-steps.ts';
import { JsonPruner } from '../../pruned-json.ts';
import type { RunStep } from './step-recorder.ts';
import type { FullStepSheet } from './step-sheet.ts';

/** Bounds of one moment, in characters and numbers. A market event says first what it is; those of orders always have room. */
const mostOfEvent = 4_000;
const mostOfActions = 20_000;
const mostOfStates = 20_000;
const mostCalls = 50;
const mostFills = 200;
const mostOrders = 500;
const mostExecutors = 50;
/** Of one page; of moments beyond that only the numbers are told. */
const mostOfPage = 4_000_000;

/** A moment for people, of bounded size whatever its strategy does. */
export function stepView({ calls, fills, sheet, ...step }: RunStep): BacktestStepView {
  const actions = new JsonPruner(mostOfActions);
  const shown = calls.slice(0, mostCalls).map((call) => callView(call, actions));
  const view = { ...step, calls: shown, fills: fills.slice(0, mostFills), sheet: sheetView(sheet) };
  // Values of the strategy change with the next moment: a copy does not.
  return structuredClone({ ...view, more_calls: calls.length - shown.length, cut: actions.cut || fills.length > mostFills });
}

/** An action is shown whole or not at all. */
function callView({ event, actions, ...call }: StepCallView, pruner: JsonPruner): StepCallView {
  const kept: StepCallView['actions'] = [];
  for (const action of pruner.cut ? [] : actions) {
    const one = pruner.pruned(action);
    if (pruner.cut) break;
    kept.push(one);
  }
  return { ...call, event: new JsonPruner(mostOfEvent).pruned(event), actions: kept };
}

function sheetView({ state, executors, orders, positions }: FullStepSheet): StepSheetView {
  const states = new JsonPruner(mostOfStates);
  const shown = {
    state: states.pruned(state),
    executors: executors.slice(0, mostExecutors).map((one) => ({ ...one, state: states.pruned(one.state) })),
    orders: orders.slice(0, mostOrders),
  };
  return { ...shown, positions, cut: states.cut || orders.length > mostOrders || executors.length > mostExecutors };
}

/** What may stand on one page. */
export function pageSteps(steps: readonly BacktestStepView[]): BacktestStepView[] {
  let left = mostOfPage;
  return steps.map((step) => {
    left -= JSON.stringify(step).length;
    return left < 0 ? bare(step) : step;
  });
}

const bare = (step: BacktestStepView): BacktestStepView => ({
  ...{ ...step, calls: [], more_calls: step.calls.length + step.more_calls, fills: [], cut: true },
  sheet: { state: null, cut: true, executors: [], orders: [], positions: step.sheet?.positions ?? [] },
});
