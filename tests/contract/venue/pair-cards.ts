import { expect } from 'vitest';
import type { Order } from '../../../core/contract/trading.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Card, VenueUnderTest } from './venue-under-test.ts';

const takeProfit = { type: 'LIMIT', price: '110' } as const;
const stopLoss = { type: 'STOP_MARKET', triggerPrice: '95' } as const;

/** V60–V79: pairs and brackets (trading rules §7). */
export function pairCards(card: Card, { triggerKinds }: VenueCapabilities): void {
  if (triggerKinds.includes('OCO')) ocoCards(card);
  if (triggerKinds.includes('CONDITIONAL_OCO')) bracketCards(card);
}

function ocoCards(card: Card): void {
  const place = async (test: VenueUnderTest): Promise<{ apiId: number; profit: Order; stop: Order }> => {
    await test.tradeAt(100);
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'SELL', type: 'LIMIT', triggerKind: 'OCO', qty: '2', takeProfit, stopLoss });
    const [profit, stop] = (await test.placeAll(intent)) as [Order, Order];
    return { apiId, profit, stop };
  };

  card('V60 a pair names each other, holds its funds once and rests at the take profit', async (test) => {
    const { apiId, profit, stop } = await place(test);
    expect(profit).toMatchObject({ type: 'LIMIT', status: 'UNFILLED', triggerKind: 'OCO', pairId: stop.orderId });
    expect(stop).toMatchObject({ type: 'STOP_MARKET', status: 'WAITING', triggerKind: 'OCO', pairId: profit.orderId });
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '2']);
    expect(test.venue.depth(test.instrument.id, 5)?.asks).toEqual([['110', '2']]);
  });

  card('V61 the first fill of the take profit cancels the stop', async (test) => {
    const { apiId, profit, stop } = await place(test);
    await test.limit(await test.account(), 'BUY', 1, 110);
    expect(test.latest(profit)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '1' });
    expect(test.latest(stop)).toMatchObject({ status: 'CANCELED', filledQty: '0' });
    expect(test.balance(apiId, test.instrument.base)).toEqual(['999', '1']);
  });

  card('V62 the stop that fires cancels the take profit', async (test) => {
    const { apiId, profit, stop } = await place(test);
    await test.limit(await test.account(), 'BUY', 5, 94);
    await test.market(await test.account(), 'SELL', 1);
    expect(test.latest(stop)).toMatchObject({ status: 'FILLED', filledQty: '2' });
    expect(test.latest(profit)).toMatchObject({ status: 'CANCELED', filledQty: '0' });
    expect(test.balance(apiId, test.instrument.base)).toEqual(['998', '0']);
  });

  card('V63 canceling one leg ends both and frees the funds', async (test) => {
    const { apiId, profit, stop } = await place(test);
    await test.cancel(stop);
    expect([profit, stop].map((order) => test.latest(order).status)).toEqual(['CANCELED', 'CANCELED']);
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '0']);
  });

  card('V64 a pair that does not enclose the last price is refused', async (test) => {
    await test.tradeAt(100);
    const apiId = await test.account();
    const upsideDown = { takeProfit: { ...takeProfit, price: '99' }, stopLoss };
    const outcome = await test.venue.submit(
      test.intent(apiId, { side: 'SELL', type: 'LIMIT', triggerKind: 'OCO', qty: '2', ...upsideDown }),
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_OCO_PRICES' } });
    expect(test.venue.openOrders(spotAccount(apiId))).toEqual([]);
  });

  card('V65 a repeated pair gives both legs back', async (test) => {
    await test.tradeAt(100);
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'SELL', type: 'LIMIT', triggerKind: 'OCO', qty: '2', takeProfit, stopLoss });
    const first = await test.placeAll(intent);
    expect(await test.placeAll(intent)).toEqual(first);
    expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(2);
  });
}

function bracketCards(card: Card): void {
  const place = async (test: VenueUnderTest): Promise<{ apiId: number; orders: [Order, Order, Order] }> => {
    await test.tradeAt(100);
    const apiId = await test.account();
    const terms = { side: 'BUY', type: 'LIMIT', triggerKind: 'CONDITIONAL_OCO', qty: '2', price: '100', takeProfit, stopLoss } as const;
    return { apiId, orders: (await test.placeAll(test.intent(apiId, terms))) as [Order, Order, Order] };
  };

  card('V70 a bracket waits behind its entry', async (test) => {
    const { orders } = await place(test);
    const [entry, profit, stop] = orders;
    expect(entry).toMatchObject({ side: 'BUY', status: 'UNFILLED' });
    expect([profit, stop]).toMatchObject([
      { side: 'SELL', status: 'WAITING', parentId: entry.orderId, pairId: stop.orderId },
      { side: 'SELL', status: 'WAITING', parentId: entry.orderId, pairId: profit.orderId },
    ]);
    expect(test.venue.depth(test.instrument.id, 5)).toMatchObject({ asks: [], bids: [['100', '2']] });
  });

  card('V71 the entry arms the pair for what it has filled, and the take profit ends the stop', async (test) => {
    const { orders } = await place(test);
    const [entry, profit, stop] = orders;
    const other = await test.account();
    await test.limit(other, 'SELL', 1.5, 100);
    await test.cancel(test.latest(entry));
    expect(test.latest(entry)).toMatchObject({ status: 'CANCELED', filledQty: '1.5' });
    expect(test.venue.depth(test.instrument.id, 5)?.asks).toHaveLength(1);
    await test.limit(other, 'BUY', 1.5, 110);
    expect(test.latest(profit).status).toBe('FILLED');
    expect(test.latest(stop).status).toBe('CANCELED');
  });

  card('V72 an entry canceled without a fill takes the pair with it', async (test) => {
    const { apiId, orders } = await place(test);
    await test.cancel(orders[0]);
    expect(orders.map((order) => test.latest(order).status)).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);
    expect(test.balance(apiId, test.instrument.quote)).toEqual(['1000000', '0']);
  });
}
