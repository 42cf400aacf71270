import { hasLimitPrice } from '../../core/domain/order.ts';
import { type Amount, toBigInt } from './amounts.ts';
import type { OrderTerms } from './command.ts';
import type { EngineState } from './engine-state.ts';
import type { InstrumentRecord } from './instrument-record.ts';

type Sized = Pick<OrderTerms, 'side' | 'orderType' | 'price' | 'qty' | 'quoteAmount'>;

/** Worst price an order may reach when it acts now: its limit, or the band's edge; 0 for a market order without any reference. */
export function worstPriceNow(instrument: InstrumentRecord, order: Sized): number {
  if (hasLimitPrice(order.orderType)) return order.price;
  const reference = instrument.marketReference(order.side);
  return reference === 0 ? 0 : instrument.worstPrice(order.side, reference);
}

/** Minor units of the hold asset that an order must have free when it acts now; `worst` as from {@link worstPriceNow}. */
export function needNow(instrument: InstrumentRecord, order: Sized, worst: number): Amount {
  const { rules } = instrument;
  if (order.quoteAmount === 0n) return worst === 0 ? 0 : rules.need(instrument, order.side, worst, order.qty);
  if (order.side === 'BUY') return order.quoteAmount;
  if (worst === 0) return 0;
  const perLot = toBigInt(instrument.quoteOf(worst, 1));
  const lots = (order.quoteAmount + perLot - 1n) / perLot;
  const most = BigInt(instrument.terms.maxLots);
  return (lots < most ? lots : most) * instrument.basePerLot;
}

/** Free minor units of the asset that an order of this side holds. */
export function availableFor(state: EngineState, instrument: InstrumentRecord, account: number, side: 'BUY' | 'SELL'): Amount {
  const wallet = state.ledger.find(account, instrument.rules.holdAsset(instrument, side));
  return wallet === undefined ? 0 : wallet.available;
}

/** Tells INSUFFICIENT_BALANCE with the free amount, and returns false, when `need` is not free. */
export function checkFunds(state: EngineState, instrument: InstrumentRecord, account: number, side: 'BUY' | 'SELL', need: Amount): boolean {
  const available = availableFor(state, instrument, account, side);
  return need > available ? state.reject('INSUFFICIENT_BALANCE', 'account', available) : true;
}
