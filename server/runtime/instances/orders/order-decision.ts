import type { Level, Ticker } from '../../../../core/contract/market.ts';
import type { OrderIntent, OrderLeg } from '../../../../core/contract/trading.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../../core/domain/numbers/decimal.ts';
import type { Effect } from '../../driver/effect.ts';
import type { NamedIntent } from '../../driver/orders/order-legs.ts';

/** What an instance could expect of an order in the moment in which it decided on it, or last changed it; JSON. */
export interface OrderDecision {
  readonly timeMs: number;
  /** The best price of the other side for an order that takes it, else the order's own; null when the market had neither. */
  readonly price: string | null;
  /** Wanted, in base; null for orders by quote amount. */
  readonly qty: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  /** Best first; only where orders are not sent, so that people can compare them with what was there. */
  readonly book?: { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
}

/** What can be seen of a market at once. */
export interface MarketGlance {
  readonly ticker: (id: InstrumentId) => Pick<Ticker, 'bid' | 'ask' | 'last'> | null;
  /** Undefined where the book is not kept with the decision. */
  readonly book: (id: InstrumentId) => OrderDecision['book'];
}

/** Decisions of a step by client order id; `known` gives the earlier one of an order that is amended. */
export function decisionsIn(
  effects: readonly Effect[],
  glance: MarketGlance,
  known: (clientOrderId: string) => OrderDecision | null,
  timeMs: number,
): ReadonlyMap<string, OrderDecision> {
  const decisions = new Map<string, OrderDecision>();
  for (const effect of effects) {
    if (effect.type === 'place') decideOn(effect.intent, decisionOf(effect.intent, glance, timeMs), decisions);
    if (effect.type !== 'amend') continue;
    const { clientOrderId, price, qty } = effect;
    const before = decisions.get(clientOrderId) ?? known(clientOrderId);
    if (before === null) continue;
    decisions.set(clientOrderId, { ...before, timeMs, price: price ?? before.price, qty: qty ?? before.qty });
  }
  return decisions;
}

/** Legs are expected to fill at their own prices. */
function decideOn(intent: NamedIntent, decision: OrderDecision, decisions: Map<string, OrderDecision>): void {
  const { takeProfit, stopLoss } = intent;
  const priceOf = (leg: OrderLeg | undefined): string | null => leg?.price ?? leg?.triggerPrice ?? null;
  for (const leg of [takeProfit, stopLoss]) {
    if (leg?.clientOrderId !== undefined) decisions.set(leg.clientOrderId, { ...decision, price: priceOf(leg) });
  }
  decisions.set(intent.clientOrderId, intent.triggerKind === 'OCO' ? { ...decision, price: priceOf(takeProfit) } : decision);
}

function decisionOf(intent: OrderIntent, { ticker, book }: MarketGlance, timeMs: number): OrderDecision {
  const { instrumentId, side, price = null, qty = null } = intent;
  const { bid = null, ask = null, last = null } = ticker(instrumentId) ?? {};
  const touch = side === 'BUY' ? ask : bid;
  const isTaking = price === null || (touch !== null && compareDecimals(price, touch) * (side === 'BUY' ? 1 : -1) >= 0);
  const levels = book(instrumentId);
  return {
    timeMs,
    price: isTaking ? (touch ?? last) : price,
    qty,
    bid,
    ask,
    ...(levels === undefined ? {} : { book: levels }),
  };
}
