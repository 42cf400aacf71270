import { expect } from 'vitest';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { OrderType } from '../../../core/domain/orders/order.ts';
import type { Card } from './venue-under-test.ts';

/** V50–V59: orders that wait for a price (trading rules §6). */
export function triggerCards(card: Card, { orderTypes, triggerKinds }: VenueCapabilities): void {
  if (!triggerKinds.includes('CONDITIONAL')) return;
  const has = (type: OrderType): boolean => orderTypes.includes(type);

  if (has('STOP_MARKET')) {
    card('V50 a stop waits without holding funds, fires on the last price and becomes a market order', async (test) => {
      await test.tradeAt(100);
      const [apiId, buyer] = [await test.account(), await test.account()];
      const stop = await test.place(test.intent(apiId, { side: 'SELL', type: 'STOP_MARKET', qty: '2', triggerPrice: '95' }));
      expect(stop).toMatchObject({ status: 'WAITING', triggerPrice: '95', triggerKind: 'CONDITIONAL' });
      expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '0']);
      await test.limit(buyer, 'BUY', 5, 94);
      await test.tradeAt(97);
      expect(test.latest(stop).status).toBe('WAITING');
      await test.market(await test.account(), 'SELL', 1);
      expect(test.latest(stop)).toMatchObject({ status: 'FILLED', filledQty: '2', filledQuote: '188' });
    });

    card('V51 a stop whose condition is true already is refused', async (test) => {
      await test.tradeAt(100);
      const apiId = await test.account();
      const outcome = await test.venue.submit(test.intent(apiId, { side: 'SELL', type: 'STOP_MARKET', qty: '1', triggerPrice: '101' }));
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_WOULD_TRIGGER', params: { field: 'triggerPrice' } } });
      expect(test.venue.openOrders(spotAccount(apiId))).toEqual([]);
    });

    card('V52 a stop before the first trade is refused: there is no price to watch', async (test) => {
      const apiId = await test.account();
      const outcome = await test.venue.submit(test.intent(apiId, { side: 'SELL', type: 'STOP_MARKET', qty: '1', triggerPrice: '90' }));
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_NO_REFERENCE_PRICE' } });
    });
  }

  if (has('TAKE_PROFIT')) {
    card('V53 a take profit becomes a limit order that may rest', async (test) => {
      await test.tradeAt(100);
      const apiId = await test.account();
      const intent = test.intent(apiId, { side: 'SELL', type: 'TAKE_PROFIT', qty: '1', triggerPrice: '104', price: '106' });
      const order = await test.place(intent);
      await test.tradeAt(104);
      expect(['TRADING', 'UNFILLED']).toContain(test.latest(order).status);
      expect(test.venue.depth(test.instrument.id, 5)?.asks).toEqual([['106', '1']]);
      expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '1']);
    });
  }

  if (has('TRIGGER_LIMIT')) {
    card('V54 a trigger order below the last price fires on the way down', async (test) => {
      await test.tradeAt(100);
      const apiId = await test.account();
      const intent = test.intent(apiId, { side: 'BUY', type: 'TRIGGER_LIMIT', qty: '1', triggerPrice: '96', price: '96.5' });
      const order = await test.place(intent);
      expect(order.status).toBe('WAITING');
      await test.tradeAt(96);
      expect(test.latest(order).status).not.toBe('WAITING');
      expect(test.venue.depth(test.instrument.id, 5)?.bids).toEqual([['96.5', '1']]);
    });
  }

  if (has('STOP_LOSS')) {
    card('V55 a waiting order can be canceled, and a fired one without money ends in FAILURE', async (test) => {
      await test.tradeAt(100);
      const apiId = await test.account();
      const stop = (qty: string) =>
        test.place(test.intent(apiId, { side: 'SELL', type: 'STOP_LOSS', qty, triggerPrice: '95', price: '94' }));
      expect((await test.cancel(await stop('1'))).status).toBe('CANCELED');
      const poor = await stop('1000');
      await test.limit(apiId, 'SELL', 900, 120);
      await test.tradeAt(95);
      expect(test.latest(poor)).toMatchObject({ status: 'FAILURE', filledQty: '0' });
    });
  }
}
