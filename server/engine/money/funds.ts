import type { Amount } from '../../../core/domain/clearing/amount.ts';
import { hasLimitPrice } from '../../../core/domain/orders/order.ts';
import type { OrderTerms } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import type { Payable } from '../rules/account-rules.ts';

/** Worst price an order may reach when it acts now: its limit, or the band's edge; 0 for a market order without any reference. */
export function worstPriceNow(instrument: InstrumentRecord, order: Pick<OrderTerms, 'side' | 'orderType' | 'price'>): number {
  if (hasLimitPrice(order.orderType)) return order.price;
  const reference = instrument.marketReference(order.side);
  return reference === 0 ? 0 : instrument.worstPrice(order.side, reference);
}

/** Whether the account can pay an order that acts now; tells INSUFFICIENT_BALANCE, and returns false, when it cannot. */
export function checkFunds(state: EngineState, instrument: InstrumentRecord, order: Payable): boolean {
  const worst = worstPriceNow(instrument, order);
  const { rules } = instrument;
  const need = rules.needNow(state, instrument, order, worst);
  const available = rules.available(state, instrument, order.account, order.side);
  return (
    need <= available || rejectShort(state, need, available, rules.largestNow(state, instrument, order, worst, available), sizedBy(order))
  );
}

/** Tells INSUFFICIENT_BALANCE and returns false. `fits`: the largest size that would have been accepted, 0 when none is. */
export function rejectShort(state: EngineState, need: Amount, available: Amount, fits: number | bigint, field = 'qty'): false {
  return state.reject('INSUFFICIENT_BALANCE', field, available, { need: String(need), fits: String(fits) });
}

/** `lots` as they can be placed at all: not above the largest order, and 0 when below the smallest, which is measured at `price`. */
export function placeableLots({ terms, minTickLots }: InstrumentRecord, lots: number, price: number): number {
  const most = Math.min(lots, terms.maxLots);
  return most < terms.minLots || most * price < minTickLots ? 0 : most;
}

const sizedBy = ({ quoteAmount }: Payable): 'qty' | 'quoteAmount' => (quoteAmount === 0n ? 'qty' : 'quoteAmount');
