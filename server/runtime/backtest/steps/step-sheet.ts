import type { StepSheetView } from '../../../../schemas/wire/backtest-steps.ts';
import type { StrategyDriver } from '../../driver/strategy-driver.ts';

/** What an instance knows and has after a moment, with all of its state. */
export type FullStepSheet = Omit<StepSheetView, 'cut'>;

export function sheetOf({ snapshot, account }: StrategyDriver): FullStepSheet {
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
