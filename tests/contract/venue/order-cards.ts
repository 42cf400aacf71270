import { expect } from 'vitest';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Card } from './venue-under-test.ts';

/** V01–V29: placing, filling, canceling, amending, repeating, refusing. */
export function orderCards(card: Card, capabilities: VenueCapabilities): void {
  card('V01 a resting limit order is UNFILLED, holds its funds and stands in the book', async (test) => {
    const apiId = await test.account();
    const order = await test.limit(apiId, 'BUY', 2, 100);
    expect(order).toMatchObject({ status: 'UNFILLED', filledQty: '0', price: '100', qty: '2', apiId, instrumentId: test.instrument.id });
    expect(test.balance(apiId, test.instrument.quote)).toEqual(['1000000', '200']);
    expect(test.venue.available(spotAccount(apiId), test.instrument.quote)).toBe('999800');
    expect(test.venue.openOrders(spotAccount(apiId))).toEqual([order]);
    expect(test.venue.depth(test.instrument.id, 10)?.bids).toEqual([['100', '2']]);
  });

  card('V02 a canceled order ends CANCELED, frees its funds and leaves the book', async (test) => {
    const apiId = await test.account();
    const order = await test.cancel(await test.limit(apiId, 'SELL', 3, 100));
    expect(order.status).toBe('CANCELED');
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '0']);
    expect(test.venue.openOrders(spotAccount(apiId))).toEqual([]);
    expect(test.venue.depth(test.instrument.id, 10)?.asks).toEqual([]);
  });

  card('V03 a crossing order trades at the maker price and reports both fills and one public trade', async (test) => {
    const [seller, buyer] = [await test.account(), await test.account()];
    const maker = await test.limit(seller, 'SELL', 2, 100);
    const taker = await test.limit(buyer, 'BUY', 2, 101);
    expect(taker).toMatchObject({ status: 'FILLED', filledQty: '2', filledQuote: '200' });
    expect(test.latest(maker).status).toBe('FILLED');
    expect(test.fills(taker)).toMatchObject([{ side: 'BUY', liquidity: 'TAKER', price: '100', qty: '2', feeAsset: test.instrument.base }]);
    expect(test.fills(maker)).toMatchObject([
      { side: 'SELL', liquidity: 'MAKER', price: '100', qty: '2', feeAsset: test.instrument.quote },
    ]);
    expect(test.events('trade').map(({ trade }) => trade)).toMatchObject([{ price: '100', qty: '2', side: 'BUY' }]);
    expect(test.venue.lastPrice(test.instrument.id)).toBe('100');
    expect(test.balance(buyer, test.instrument.quote)).toEqual(['999800', '0']);
  });

  card('V04 a partly filled order rests with the remainder', async (test) => {
    const [seller, buyer] = [await test.account(), await test.account()];
    await test.limit(seller, 'SELL', 2, 100);
    const taker = await test.limit(buyer, 'BUY', 5, 100);
    expect(taker).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '2' });
    expect(test.venue.depth(test.instrument.id, 10)).toMatchObject({ bids: [['100', '3']], asks: [] });
    expect(test.balance(buyer, test.instrument.quote)).toEqual(['999800', '300']);
    expect(await test.cancel(taker)).toMatchObject({ status: 'CANCELED', filledQty: '2' });
  });

  card('V05 the better price goes first, then the older order', async (test) => {
    const [first, second, third, buyer] = [await test.account(), await test.account(), await test.account(), await test.account()];
    const late = await test.limit(first, 'SELL', 1, 101);
    const old = await test.limit(second, 'SELL', 1, 100);
    const young = await test.limit(third, 'SELL', 1, 100);
    await test.limit(buyer, 'BUY', 2, 101);
    expect([old, young, late].map((order) => test.latest(order).status)).toEqual(['FILLED', 'FILLED', 'UNFILLED']);
    expect(test.events('fill').filter(({ fill }) => fill.liquidity === 'MAKER')[0]?.fill.orderId).toBe(old.orderId);
  });

  card('V06 a market order by quantity takes what it finds', async (test) => {
    const [seller, buyer] = [await test.account(), await test.account()];
    await test.limit(seller, 'SELL', 1, 100);
    await test.limit(seller, 'SELL', 1, 101);
    expect(await test.market(buyer, 'BUY', 2)).toMatchObject({ status: 'FILLED', filledQty: '2', filledQuote: '201' });
  });

  card('V07 a market order without anything to meet ends EXPIRED and changes no balance', async (test) => {
    const apiId = await test.account();
    expect(await test.market(apiId, 'SELL', 1)).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '0']);
  });

  if (capabilities.quoteAmount) {
    card('V08 a market buy by quote amount spends no more than it says', async (test) => {
      const [seller, buyer] = [await test.account(), await test.account()];
      await test.limit(seller, 'SELL', 10, 100);
      const order = await test.place(test.intent(buyer, { side: 'BUY', type: 'MARKET', quoteAmount: '250' }));
      expect(order).toMatchObject({ status: 'FILLED', filledQty: '2.5', filledQuote: '250', quoteAmount: '250', qty: null });
    });

    card('V09 a market sell by quote amount receives at least that before the fee', async (test) => {
      const [buyer, seller] = [await test.account(), await test.account()];
      await test.limit(buyer, 'BUY', 10, 100);
      const order = await test.place(test.intent(seller, { side: 'SELL', type: 'MARKET', quoteAmount: '150' }));
      expect(order).toMatchObject({ status: 'FILLED', filledQty: '1.5', filledQuote: '150' });
    });
  }

  if (capabilities.amend) {
    card('V10 lowering the quantity keeps the place in the queue', async (test) => {
      const [first, second, buyer] = [await test.account(), await test.account(), await test.account()];
      const kept = await test.limit(first, 'SELL', 3, 100);
      await test.limit(second, 'SELL', 1, 100);
      const { apiId, instrumentId, orderId } = kept;
      const outcome = await test.venue.amend({ apiId, instrumentId, orderId, qty: '1' });
      expect(outcome).toMatchObject({ ok: true, value: { qty: '1', status: 'UNFILLED' } });
      await test.limit(buyer, 'BUY', 1, 100);
      expect(test.latest(kept).status).toBe('FILLED');
      expect(test.balance(first, test.instrument.base)).toEqual(['999', '0']);
    });

    card('V11 a new price or a larger quantity goes to the end of the queue', async (test) => {
      const [first, second, buyer] = [await test.account(), await test.account(), await test.account()];
      const moved = await test.limit(first, 'SELL', 1, 100);
      const stayed = await test.limit(second, 'SELL', 1, 100);
      const { apiId, instrumentId, orderId } = moved;
      expect((await test.venue.amend({ apiId, instrumentId, orderId, qty: '2' })).ok).toBe(true);
      await test.limit(buyer, 'BUY', 1, 100);
      expect(test.latest(stayed).status).toBe('FILLED');
      expect(test.latest(moved)).toMatchObject({ status: 'UNFILLED', qty: '2' });
    });

    card('V12 an amend that changes nothing, or an order that is gone, is refused', async (test) => {
      const apiId = await test.account();
      const order = await test.limit(apiId, 'SELL', 1, 100);
      const change = { apiId, instrumentId: order.instrumentId, orderId: order.orderId, qty: '1', price: '100' };
      expect(await test.venue.amend(change)).toMatchObject({ ok: false, error: { code: 'ORDER_NOTHING_TO_AMEND' } });
      await test.cancel(order);
      expect(await test.venue.amend({ ...change, qty: '2' })).toMatchObject({ ok: false, error: { code: 'ORDER_UNKNOWN' } });
    });
  }

  card('V13 cancel-all ends the open orders of the account and no others', async (test) => {
    const [own, other] = [await test.account(), await test.account()];
    const orders = [await test.limit(own, 'BUY', 1, 99), await test.limit(own, 'SELL', 1, 101)];
    const foreign = await test.limit(other, 'BUY', 1, 98);
    const outcome = await test.venue.cancelAll({ account: spotAccount(own), instrumentId: test.instrument.id });
    expect(outcome.ok && outcome.value.map(({ orderId, status }) => [orderId, status])).toEqual(
      orders.map(({ orderId }) => [orderId, 'CANCELED']),
    );
    expect(test.venue.openOrders(spotAccount(own))).toEqual([]);
    expect(test.venue.openOrders(spotAccount(other))).toEqual([foreign]);
    expect(await test.venue.cancelAll({ account: spotAccount(own) })).toEqual({ ok: true, value: [] });
  });

  card('V14 an order of another account is unknown', async (test) => {
    const [own, other] = [await test.account(), await test.account()];
    const order = await test.limit(other, 'BUY', 1, 98);
    const target = { apiId: own, instrumentId: order.instrumentId, orderId: order.orderId };
    expect(await test.venue.cancel(target)).toMatchObject({ ok: false, error: { code: 'ORDER_UNKNOWN' } });
    expect(test.venue.openOrders(spotAccount(other))).toEqual([order]);
  });

  card('V15 the same client order id with the same content gives the same order back, open or ended', async (test) => {
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    const [first, again] = [await test.place(intent), await test.place(intent)];
    expect(again).toEqual(first);
    expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(1);
    const canceled = await test.cancel(first);
    expect(await test.place(intent)).toEqual(canceled);
  });

  card('V16 the same client order id with other content is refused', async (test) => {
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    await test.place(intent);
    const outcome = await test.venue.submit({ ...intent, qty: '2' });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_DUPLICATE_CLIENT_ID' } });
    expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(1);
  });

  card('V17 an order beyond the free balance is refused with what is free', async (test) => {
    const apiId = await test.account();
    await test.limit(apiId, 'SELL', 400, 100);
    const outcome = await test.venue.submit(test.intent(apiId, { side: 'SELL', type: 'LIMIT', qty: '700', price: '100' }));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'ORDER_INSUFFICIENT_BALANCE', params: { limit: '600', asset: test.instrument.base } },
    });
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '400']);
  });

  card('V18 a price beyond the band on the aggressive side is refused with the bound', async (test) => {
    await test.tradeAt(100);
    const apiId = await test.account();
    const outcome = await test.venue.submit(test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '10000' }));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_PRICE_OUT_OF_BAND', params: { field: 'price' } } });
    expect(Number(outcome.ok ? 0 : outcome.error.params.limit)).toBe(100 * (1 + Number(test.instrument.priceBand)));
  });

  card('V19 an unknown account and an unknown instrument are refused', async (test) => {
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    expect(await test.venue.submit({ ...intent, apiId: 999 })).toMatchObject({ ok: false, error: { code: 'ACCESS_ACCOUNT' } });
    expect(await test.venue.submit({ ...intent, instrumentId: 'nowhere/AAABBB/spot' })).toMatchObject({
      ok: false,
      error: { code: 'MARKET_UNKNOWN_INSTRUMENT' },
    });
  });
}
