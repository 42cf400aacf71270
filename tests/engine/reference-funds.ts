import type { OrderTerms } from '../../server/engine/command.ts';
import { ceilDivide, isLimited, opposite, type RefInstrument, type RefOrder, type RefState, remaining } from './reference-state.ts';

/** What an order that acts must be able to pay, told from the trading rules alone. */

/** Worst price an acting order may reach; 0 when a market order has nothing to go by. */
export function worstPrice(state: RefState, order: Pick<RefOrder, 'instrument' | 'side' | 'orderType' | 'price'>): number {
  if (isLimited(order.orderType)) return order.price;
  const { last } = state.instruments[order.instrument] as RefInstrument;
  const reference = last || (state.resting(order.instrument, opposite(order.side))[0]?.price ?? 0);
  return reference === 0 ? 0 : state.edge(order, reference);
}

/** Money an acting order must have free. */
export function needNow(state: RefState, order: OrderTerms, worst: number, lots: number): bigint {
  const instrument = state.instruments[order.instrument] as RefInstrument;
  if (order.quoteAmount === 0n) {
    if (worst === 0) return 0n;
    return order.side === 'SELL' || isLimited(order.orderType) ? state.need(order, worst, lots) : askedFor(state, order, worst, lots);
  }
  if (order.side === 'BUY') return order.quoteAmount;
  if (worst === 0) return 0n;
  const wanted = ceilDivide(order.quoteAmount, BigInt(worst) * instrument.quotePerTickLot);
  const most = BigInt(instrument.maxLots);
  return (wanted < most ? wanted : most) * instrument.basePerLot;
}

/** What the asks down to `worst` would take for these lots, each met as it would be. */
function askedFor(state: RefState, order: OrderTerms, worst: number, lots: number): bigint {
  let cost = 0n;
  let wanted = lots;
  for (const maker of state.resting(order.instrument, 'SELL')) {
    if (maker.price > worst || wanted === 0) break;
    const isOwn = order.stp !== 'NONE' && state.sameOwner(order.account, maker.account);
    if (isOwn && order.stp === 'EXPIRE_MAKER') continue;
    if (isOwn && order.stp !== 'DECREMENT') break;
    const met = Math.min(wanted, remaining(maker));
    wanted -= met;
    if (!isOwn) cost += state.need(order, maker.price, met);
  }
  return cost;
}
