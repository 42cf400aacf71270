import type { ChartAction, ChartTarget } from '../../core/contract/chart.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Services } from './requires.ts';

/** What makes sense at a price: limit orders on the near side of the last one, stops on the far side. The ticket has the last word. */
export function orderActions({ instrumentId, price }: ChartTarget, services: Services): readonly ChartAction[] {
  const { accounts, markets, texts } = services;
  const instrument = markets.instrument(instrumentId);
  const account = instrument === null ? null : accounts.accountFor(instrument.exchange, instrument.accountType);
  if (account === null || accounts.may('trade', account.apiId).outcome !== 'granted') return [];
  const last = markets.ticker(instrumentId)?.last ?? null;
  const isBelow = last === null || compareDecimals(price, last) <= 0;
  return (['BUY', 'SELL'] as const).map((side) => {
    const isLimit = (side === 'BUY') === isBelow;
    return {
      id: side,
      label: texts.t('overlay-orders', `action.${side}.${isLimit ? 'limit' : 'stop'}`, { price: formatDecimal(price) }),
      tone: side === 'BUY' ? 'up' : 'down',
      run: () => handOver(services, instrumentId, side, isLimit, price),
    };
  });
}

/** Brings the order to the ticket, where it gets its size and is sent. */
function handOver({ workspace }: Services, instrumentId: string, side: OrderSide, isLimit: boolean, price: string): void {
  workspace.reuseOrder(instrumentId, {
    side,
    mode: 'ORDER',
    type: isLimit ? 'LIMIT' : 'STOP_MARKET',
    timeInForce: 'GTC',
    stp: 'EXPIRE_TAKER',
    byQuote: false,
    profitType: 'LIMIT',
    stopType: 'STOP_MARKET',
    ...(isLimit ? { price } : { triggerPrice: price }),
  });
  if (!workspace.askForOrder(side)) workspace.openPanel('panel-order-ticket/order-ticket');
}
