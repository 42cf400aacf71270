import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Order } from '../../contract/trading.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import type { OrderAccounting } from '../clearing/order-accounting.ts';
import type { MarketGrid } from '../market-grid.ts';
import type { OrderPairs } from './order-pairs.ts';
import type { OrderTermsChange } from './waiting-orders.ts';

/** A limit order that works. */
interface AmendableOrder {
  readonly order: Order;
  readonly ticks: number;
  readonly remainingLots: number;
}

interface AmendedTerms {
  /** With its new quantity and price. */
  readonly order: Order;
  readonly ticks: number;
  /** What may still fill. */
  readonly leftLots: number;
  /** Less at the same price: it keeps its place. */
  readonly keepsPlace: boolean;
}

interface AmendedTermsParts {
  readonly grid: MarketGrid;
  readonly accounting: OrderAccounting;
  readonly pairs: Pick<OrderPairs, 'entryProblem'>;
  readonly lastTicks: number;
}

/** What an amendment makes of a limit order, or why it may not; `qty` counts what has been filled. Money is not looked at. */
export function amendedTerms(
  { order, ticks: wasTicks, remainingLots }: AmendableOrder,
  change: OrderTermsChange,
  { grid, accounting, pairs, lastTicks }: AmendedTermsParts,
): Outcome<AmendedTerms> {
  const { status } = order;
  const isTriggerMoved = change.triggerPrice !== undefined && change.triggerPrice !== order.triggerPrice;
  const ticks = change.price === undefined ? wasTicks : stepsOf(change.price, grid.priceDecimals);
  const qty = change.qty ?? order.qty ?? '0';
  const wasLots = stepsOf(order.qty ?? '0', grid.qtyDecimals) ?? 0;
  const lots = stepsOf(qty, grid.qtyDecimals);
  if (ticks === wasTicks && lots === wasLots && !isTriggerMoved) return refused('ORDER_NOTHING_TO_AMEND');
  if (wasTicks === 0 || isTriggerMoved) return refused('ORDER_NOT_AMENDABLE', { status });
  const small = accounting.sizeProblem(ticks ?? 0, lots ?? 0);
  if (small !== null) return small;
  const goneLots = wasLots - remainingLots;
  if (lots === null || lots <= goneLots) return refused('ORDER_QTY_TOO_SMALL', { field: 'qty', limit: accounting.qty(goneLots + 1) });
  const offBand = ticks === wasTicks ? null : accounting.priceProblem(order.side, ticks, lastTicks);
  if (offBand !== null) return offBand;
  const amended = { ...accounting.changed(order, status, 'AMENDED'), qty, price: accounting.price(ticks ?? 0) };
  const keepsPlace = ticks === wasTicks && lots < wasLots;
  const apart = keepsPlace ? null : pairs.entryProblem(amended);
  return apart ?? accepted({ order: amended, ticks: ticks ?? 0, leftLots: lots - goneLots, keepsPlace });
}
