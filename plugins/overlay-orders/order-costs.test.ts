import { expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import { OrderCosts, openQty } from './order-costs.ts';

const order = (over: Partial<Order>): Order =>
  ({ apiId: 7, instrumentId: 'tessera/BTCUSDT/spot', side: 'SELL', qty: '0.5', filledQty: '0.1', preventedQty: '0', ...over }) as Order;
const position = { instrumentId: 'tessera/BTCUSDT/spot', qty: '0.6', cost: '36000', avgPrice: '60000' };

const costsOf = async (answer: object): Promise<OrderCosts> => {
  const costs = new OrderCosts({ call: async () => answer } as never);
  await costs.want(order({}));
  return costs;
};

it('says what a sale of the rest would make over its average cost, in quote and in percent', async () => {
  const costs = await costsOf({ ok: true, value: [position] });
  expect(costs.profitAt(order({}), '61500')).toEqual({ amount: '+600.00', percent: '+2.50%' });
  expect(costs.profitAt(order({}), '59999.5')).toEqual({ amount: '−0.20', percent: '0.00%' });
});

it('counts as the list of positions does: by what all of it has cost, and for the part alone whose cost is known', async () => {
  const third = { ...position, qty: '3000000', cost: '100000000', avgPrice: '33.33333333' };
  const costs = await costsOf({ ok: true, value: [third] });
  const selling = (qty: string) => order({ qty, filledQty: '0' });
  expect(costs.profitAt(selling('3000000'), '33.34')?.amount).toBe('+20,000.00');
  expect(costs.profitAt(selling('1500000'), '33.34')?.amount).toBe('+10,000.00');
  expect(costs.profitAt(selling('4000000'), '33.34')?.amount).toBe('+20,000.00');
});

it('asks again after no answer came', async () => {
  const answers = [{ ok: false }, { ok: true, value: [position] }];
  const costs = new OrderCosts({ call: async () => answers.shift() } as never);
  await costs.want(order({}));
  expect(costs.profitAt(order({}), '61500')).toBeNull();
  await costs.want(order({}));
  expect(costs.profitAt(order({}), '61500')?.amount).toBe('+600.00');
});

it('says nothing of what buys, of an order in quote, of another market or account, and while the cost is not known', async () => {
  const costs = await costsOf({
    ok: true,
    value: [position, { instrumentId: 'tessera/ETHUSDT/spot', qty: '1', cost: null, avgPrice: null }],
  });
  for (const other of [{ side: 'BUY' }, { qty: null }, { instrumentId: 'tessera/ETHUSDT/spot' }, { apiId: 8 }] as const)
    expect(costs.profitAt(order(other), '61500')).toBeNull();
  expect((await costsOf({ ok: false })).profitAt(order({}), '61500')).toBeNull();
});

it('asks once for an account, and again after trades', async () => {
  let asked = 0;
  const costs = new OrderCosts({ call: async () => ({ ok: true, value: [position], asked: asked++ }) } as never);
  await costs.want(order({}));
  await costs.want(order({}));
  expect(asked).toBe(1);
  costs.renew();
  expect(costs.profitAt(order({}), '61500')?.amount).toBe('+600.00');
  await costs.want(order({}));
  expect(asked).toBe(2);
});

it('counts what is left of an order, without the lots that self-trade prevention took', () => {
  expect(openQty(order({ preventedQty: '0.15' }))).toBe('0.25');
  expect(openQty(order({ qty: null }))).toBeNull();
});
