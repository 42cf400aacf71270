import type { UserMessage } from '../../core/contract/messages.ts';
import type { Order } from '../../core/contract/trading.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { averageCost } from '../../core/domain/orders/cost-basis.ts';
import { letterText } from './letter-text.ts';

type Words = Pick<UserMessage, 'title' | 'body'>;

/** What was traded with an order that has ended, and where. */
export function orderDeal(order: Order, instrument: Instrument | null, exchange: string): Words {
  const { side, filledQty, status } = order;
  const params = {
    qty: formatDecimal(filledQty),
    asset: instrument?.base ?? '',
    price: averageText(order, instrument),
    market: instrument?.symbol ?? order.instrumentId,
    exchange,
  };
  const part = status === 'FILLED' ? 'whole' : 'part';
  return { title: letterText(`deal.${side}`, params), body: letterText(`deal.${part}`, params) };
}

/** Of those that were not told one by one. */
export const furtherDeals = (count: number): Words => ({
  title: letterText('deal.further', { count: String(count) }),
  body: letterText('deal.further.where', {}),
});

/** By quantity, with the decimals of its market. */
function averageText({ filledQty, filledQuote }: Order, instrument: Instrument | null): string {
  const decimals = instrument === null ? 8 : decimalsOf(instrument.tick);
  const average = averageCost({ qty: filledQty, cost: filledQuote }, decimals) ?? '0';
  return formatDecimal(average, instrument === null ? undefined : decimals);
}
