import { addDecimals, divideHalfUp, fromUnits, negateDecimal, toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { InstanceDeviationView } from '../../../schemas/wire/strategy.ts';
import type { OrderDecision } from '../../runtime/instances/orders/order-decision.ts';
import type { InstanceEventRecord } from '../../store/strategies/instance-store.ts';

type FillLine = Pick<InstanceDeviationView, 'client_order_id' | 'instrument' | 'side' | 'liquidity' | 'price' | 'qty'> & {
  /** Of the order, this fill included. */
  readonly filled: string;
  /** Lines of before decisions were kept have none. */
  readonly decision?: OrderDecision;
};

/** A line of the kind `fill` beside what was expected of it; null when that is not known. */
export function deviationView({ eventId, timeMs, payload }: InstanceEventRecord): InstanceDeviationView | null {
  const { client_order_id, instrument, side, liquidity, price, qty, filled, decision } = payload as unknown as FillLine;
  if (decision === undefined) return null;
  return {
    event_id: eventId,
    client_order_id,
    instrument,
    side,
    liquidity,
    decide_time: decision.timeMs,
    fill_time: timeMs,
    // Exchanges have clocks of their own.
    delay: Math.max(timeMs - decision.timeMs, 0),
    expected_price: decision.price,
    price,
    slippage_bps: decision.price === null ? null : slippageBps(side, decision.price, price),
    wanted_qty: decision.qty,
    qty,
    filled_qty: filled,
    missing_qty: decision.qty === null ? null : missing(decision.qty, filled),
    bid: decision.bid,
    ask: decision.ask,
    book: decision.book === undefined ? null : ({ bids: [...decision.book.bids], asks: [...decision.book.asks] } as never),
  };
}

const scale = 20;
const bpsInHundredths = 1_000_000n;

/** How much worse a price is than the expected one, in basis points rounded to hundredths; null when nothing can be measured by it. */
export function slippageBps(side: 'BUY' | 'SELL', expected: string, price: string): string | null {
  const [from, to] = [toUnits(expected, scale), toUnits(price, scale)];
  if (from === null || to === null || from <= 0n) return null;
  const worse = side === 'BUY' ? to - from : from - to;
  return fromUnits(divideHalfUp(worse * bpsInHundredths, from), 2);
}

function missing(wanted: string, filled: string): string {
  const rest = addDecimals(wanted, negateDecimal(filled));
  return rest.startsWith('-') ? '0' : rest;
}
