import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { fillRecord, instanceRecord, orderRecord, projectionBatch, userRecord } from '../../../tests/kit/store-records.ts';

const hourMs = 3_600_000;

await describeStore('what was traded', (store) => {
  it('is summed up by hour, market, sender and side, with each trade once in the volume', async () => {
    expect(await store().traded.firstMs()).toBeNull();
    await store().users.create(userRecord('owner'));
    const account = { userId: 'owner', name: 'main', exchange: 'tessera', permissions: [], state: 'ACTIVE' } as const;
    const { apiId } = await store().apiAccounts.create({ ...account, groupId: null, expiresMs: null, createdMs: 1 });
    await store().instances.create(instanceRecord('maker', { strategy: 'strategy-a/a' }), []);
    const at = { timeMs: hourMs + 1 };
    const orders = [
      orderRecord('1', { apiId, clientOrderId: 'maker-7.tp', createdMs: hourMs }),
      orderRecord('2', { apiId: 99, clientOrderId: 'maker-8', createdMs: hourMs + 5 }),
      orderRecord('3', { apiId: 99, createdMs: 3 * hourMs }),
    ];
    const fills = [
      fillRecord('1', '1', { ...at, apiId, liquidity: 'MAKER', price: '100', qty: '2', fee: '-0.02', feeAsset: 'USDT' }),
      fillRecord('1', '2', { ...at, apiId: 99, price: '100', qty: '2', fee: '0.002', feeAsset: 'BTC' }),
      fillRecord('2', '3', { timeMs: 3 * hourMs, apiId: 99, price: '50', qty: '1', fee: '0.1', feeAsset: 'USDT' }),
    ];
    await store().projections.apply(projectionBatch(1, { orders, fills }));

    const where = { exchange: 'tessera', symbol: 'BTCUSDT', accountType: 'spot' } as const;
    const first = { ...where, hourMs, fills: 1, turnover: '200', volume: '100' };
    expect(await store().traded.sums(0, 2 * hourMs)).toEqual([
      {
        ...first,
        ...{ strategy: 'strategy-a/a', liquidity: 'MAKER', feeAsset: 'USDT', fees: '-0.02', feesByPrice: '-2' },
        ...{ rebates: '0.02', rebatesByPrice: '2' },
      },
      {
        ...first,
        // Named like an order of the instance, but sent from somebody else's account.
        ...{ strategy: null, liquidity: 'TAKER', feeAsset: 'BTC', fees: '0.002', feesByPrice: '0.2', rebates: '0', rebatesByPrice: '0' },
      },
    ]);
    expect(await store().traded.sums(2 * hourMs, 4 * hourMs)).toMatchObject([{ hourMs: 3 * hourMs, turnover: '50', volume: '50' }]);
    expect(await store().traded.orders(0, 4 * hourMs)).toEqual([
      { hourMs, exchange: 'tessera', strategy: 'strategy-a/a', orders: 1 },
      { hourMs, exchange: 'tessera', strategy: null, orders: 1 },
      { hourMs: 3 * hourMs, exchange: 'tessera', strategy: null, orders: 1 },
    ]);
    expect(await store().traded.firstMs()).toBe(hourMs);
  });
});
