import type { JsonValue } from '../../../core/contract/strategy.ts';
import type { StepSheetView } from '../../../schemas/wire/backtest-steps.ts';
import type { StrategyDriver } from '../driver/strategy-driver.ts';
import { prunedJson } from '../pruned-json.ts';

/** What an instance knows and has after a moment, with all of its state. */
export type StepSheet = Omit<StepSheetView, 'cut'>;

/** Of one state, for people. */
const mostValues = 1_000;
const mostOrders = 500;

export function sheetOf({ snapshot, account }: StrategyDriver): StepSheet {
  const [strategy, ...executors] = snapshot.actors;
  return {
    state: strategy?.state ?? null,
    executors: executors.map(({ id, kind, state }) => ({ tag: id, kind: kind ?? '', state })),
    orders: snapshot.orders.map(({ actor, tag, instrumentId, side, price, openQty }) => ({
      tag: actor === '' ? tag : `${actor} ${tag}`,
      ...{ instrument: instrumentId, side, price, qty: openQty },
    })),
    positions: account.positions.map(({ instrumentId, side, qty, entryPrice }) => ({
      ...{ instrument: instrumentId, side, qty, entry_price: entryPrice },
    })),
  };
}

/** Of bounded size. */
export function boundedSheet({ state, executors, orders, positions }: StepSheet): StepSheetView {
  let cut = orders.length > mostOrders;
  const pruned = (value: unknown): JsonValue => {
    const { value: kept, cut: isCut } = prunedJson(value as JsonValue, mostValues);
    cut ||= isCut;
    return kept;
  };
  const parts = { state: pruned(state), executors: executors.map((one) => ({ ...one, state: pruned(one.state) })) };
  return { ...parts, orders: orders.slice(0, mostOrders), positions, cut };
}
