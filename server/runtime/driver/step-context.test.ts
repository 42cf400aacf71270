import { expect, it } from 'vitest';
import type { StrategyDefinition, StrategyOrder } from '../../../core/contract/strategy.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { driverParts, fillOf, orderOf } from '../../../tests/kit/strategy-kit.ts';
import { executors } from '../executors/index.ts';
import { GuestEngine } from '../isolated/guest-engine.ts';
import { IsolatedShelf } from '../isolated/isolated-shelf.ts';
import { BalanceIndex } from './account/balance-index.ts';
import { WorkingOrders } from './orders/working-orders.ts';
import { StrategyDriver } from './strategy-driver.ts';

const { id } = testInstrument;

/** Tells as its state what its context answers by key; the same text runs in the build and in isolation. */
const code = `{
  params: {},
  start: () => ({ state: null, subscribe: [], actions: ['a', 'b'].map((tag) => (
    { type: 'place', tag, intent: { apiId: 1, instrumentId: '${id}', side: 'BUY', type: 'LIMIT', price: '100', qty: '3' } })) }),
  onMarket: (context, state) => ({ state, actions: [] }),
  onOrder: ({ position, balance, order }) => ({ actions: [], state: {
    held: position(1, '${id}'), elsewhere: position(2, '${id}'),
    free: balance({ apiId: 1, accountType: 'spot' }, 'USDT'), other: balance({ apiId: 1, accountType: 'cross_margin' }, 'USDT'),
    a: order('a'), b: order('b'), c: order('c'), odd: order('constructor') } }),
  onTimer: (context, state) => ({ state, actions: [] }),
  onStop: (context, state) => ({ state, actions: [] }),
}`;

// The one text of a strategy of this file, for both ways of running it.
const inBuild = (): StrategyDefinition => new Function(`return ${code}`)() as StrategyDefinition;
const isolated = async (): Promise<StrategyDefinition> => {
  const packed = `var tesseraPlugin = { plugin: { strategies: { keys: ${code} } } };`;
  const opened = new IsolatedShelf(await GuestEngine.start(), packed, executors).open('keys');
  if (opened === null) throw new Error('the package has no such strategy');
  return opened.definition;
};

it.each([
  ['in the build', inBuild],
  ['in isolation', isolated],
] as const)('positions, balances and orders are found by key %s', async (_, open) => {
  const usdt: Balance = { exchange: 'tessera', apiId: 1, accountType: 'spot', asset: 'USDT', total: '500', held: '300' };
  const { driver } = StrategyDriver.start(
    driverParts({ definition: await open(), balances: () => [usdt, { ...usdt, asset: 'BTC' }] }),
    { apiId: 1, instrumentId: id },
    7,
    0,
  );
  driver.order({ type: 'canceled', clientOrderId: 'i-2', order: orderOf('i-2', { status: 'CANCELED' }) }, 1);
  const order = orderOf('i-1', { qty: '3', filledQty: '1', status: 'PARTIALLY_FILLED' });
  driver.order({ type: 'filled', clientOrderId: 'i-1', order, fill: fillOf({ price: '100', qty: '1', fee: '0' }) }, 2);
  const working: StrategyOrder = { tag: 'a', apiId: 1, instrumentId: id, side: 'BUY', price: '100', openQty: '2', filledQty: '1' };
  expect(driver.state).toEqual({
    held: { apiId: 1, instrumentId: id, side: 'LONG', qty: '1', entryPrice: '100' },
    elsewhere: null,
    free: usdt,
    other: null,
    a: working,
    b: null,
    c: null,
    odd: null,
  });
});

it('a list of balances is gone through once for all questions until it changes', () => {
  const balances: Balance[] = Array.from({ length: 1_000 }, (_, at) => ({
    exchange: 'tessera',
    apiId: 1,
    accountType: 'spot',
    asset: `A${at}`,
    total: String(at),
    held: '0',
  }));
  let read = 0;
  const list = new Proxy(balances, {
    get: (target, key) => {
      if (key === '999') read += 1;
      return Reflect.get(target, key);
    },
  });
  const index = new BalanceIndex();
  for (let at = 0; at < 1_000; at += 1) expect(index.find(list, { apiId: 1, accountType: 'spot' }, `A${at}`)?.total).toBe(String(at));
  expect(read).toBe(1);
  expect(index.find([], { apiId: 1, accountType: 'spot' }, 'A1')).toBeNull();
});

it('a tag names the order that works under it, whatever worked under it before', () => {
  const orders = new WorkingOrders();
  const order = (clientOrderId: string) =>
    ({ clientOrderId, actor: '', tag: 'x', apiId: 1, instrumentId: id, side: 'BUY', openQty: '1', price: '1' }) as const;
  const ended = (clientOrderId: string) =>
    ({ type: 'canceled', clientOrderId, order: orderOf(clientOrderId, { status: 'CANCELED' }) }) as const;
  orders.add(order('1'));
  orders.report(order('1'), ended('1'));
  expect(orders.tagged('', 'x')).toBeNull();
  orders.add(order('2'));
  orders.report(order('1'), ended('1'));
  expect(orders.tagged('', 'x')?.clientOrderId).toBe('2');
  expect(orders.tagged('e', 'x')).toBeNull();
});
