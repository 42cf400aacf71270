import { expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Balance, Order, OrderIntent } from '../contract/trading.ts';
import { spotAccount } from '../domain/accounts/account-key.ts';
import { orderNeed } from './order-need.ts';
import { VenueReplica } from './venue-replica.ts';

const account = spotAccount(7);
const bid: OrderIntent = {
  apiId: 7,
  instrumentId: testInstrument.id,
  clientOrderId: 'a',
  side: 'BUY',
  type: 'LIMIT',
  price: '100',
  qty: '2',
};
const balance = (total: string, held: string): Balance => ({
  exchange: 'aurora',
  apiId: 7,
  accountType: 'spot',
  asset: 'USDT',
  total,
  held,
});

const opened = (intent: OrderIntent): Order => ({
  ...{ exchange: 'aurora', orderId: '1', apiId: 7, instrumentId: testInstrument.id, clientOrderId: intent.clientOrderId ?? '' },
  ...{ side: intent.side, type: intent.type, timeInForce: 'GTC', stp: 'EXPIRE_TAKER', positionSide: 'BOTH', reduceOnly: false },
  ...{ triggerKind: null, pairId: null, parentId: null, price: intent.price ?? null, qty: intent.qty ?? null, quoteAmount: null },
  ...{ triggerPrice: null, filledQty: '0', filledQuote: '0', preventedQty: '0', status: 'UNFILLED', cause: 'PLACED' },
  ...{ createdMs: 1, updatedMs: 1 },
});

function replicaWith(total: string): VenueReplica {
  const replica = new VenueReplica();
  replica.apply({ sequence: 1, timeMs: 1, events: [{ type: 'balance', balance: balance(total, '0') }] });
  return replica;
}

it('takes what orders under way need from what is available, until their exchange has told of them', () => {
  const replica = replicaWith('1000');
  replica.sent(account, 'a', { asset: 'USDT', amount: '200' });
  replica.sent(account, 'b', { asset: 'USDT', amount: '50.5' });
  expect(replica.available(account, 'USDT')).toBe('749.5');
  expect(replica.available(account, 'BTC')).toBe('0');
  const events = [
    { type: 'order' as const, order: opened(bid) },
    { type: 'balance' as const, balance: balance('1000', '200') },
  ];
  replica.apply({ sequence: 2, timeMs: 2, events });
  expect(replica.available(account, 'USDT')).toBe('749.5');
});

it('gives back what a refused order would have needed, once', () => {
  const replica = replicaWith('1000');
  replica.sent(account, 'a', { asset: 'USDT', amount: '200' });
  replica.settled(account, 'a');
  replica.settled(account, 'a');
  expect(replica.available(account, 'USDT')).toBe('1000');
});

it('counts an order that is sent again under its id once, and an account by itself', () => {
  const replica = replicaWith('1000');
  replica.sent(account, 'a', { asset: 'USDT', amount: '200' });
  replica.sent(account, 'a', { asset: 'USDT', amount: '200' });
  replica.sent(spotAccount(8), 'a', { asset: 'USDT', amount: '300' });
  expect(replica.available(account, 'USDT')).toBe('800');
});

it('never says less than nothing', () => {
  const replica = replicaWith('100');
  replica.sent(account, 'a', { asset: 'USDT', amount: '200' });
  expect(replica.available(account, 'USDT')).toBe('0');
});

it.each<[string, Partial<OrderIntent>, ReturnType<typeof orderNeed>]>([
  ['a bid its price times its quantity', {}, { asset: 'USDT', amount: '200' }],
  ['a sale its quantity', { side: 'SELL' }, { asset: 'BTC', amount: '2' }],
  ['a buy by amount its amount', { type: 'MARKET', quoteAmount: '75' }, { asset: 'USDT', amount: '75' }],
  ['a trigger that waits nothing yet', { type: 'STOP_LOSS', triggerPrice: '90' }, null],
])('of %s', (_, terms, need) => {
  expect(orderNeed({ ...bid, ...terms }, testInstrument)).toEqual(need);
});

it('cannot tell what a market buy by quantity needs', () => {
  const { price: _, ...market } = bid;
  expect(orderNeed({ ...market, type: 'MARKET' }, testInstrument)).toBeNull();
});

it('has no book of a market that nobody watches any more, whatever was still on its way, until a whole one comes', () => {
  const replica = new VenueReplica();
  const { id } = testInstrument;
  const level = { type: 'level', instrumentId: id, side: 'BUY', price: '99', qty: '1' } as const;
  const book = { instrumentId: id, sequence: 1, bids: [['100', '1']], asks: [['101', '2']], timeMs: 1 } as const;
  replica.apply({ sequence: 1, timeMs: 1, events: [{ type: 'book', book }, level] });
  expect(replica.depth(id, 5)?.bids).toEqual([
    ['100', '1'],
    ['99', '1'],
  ]);
  replica.forget(id);
  replica.apply({ sequence: 2, timeMs: 2, events: [level] });
  expect(replica.depth(id, 5)).toBeNull();
  replica.apply({ sequence: 3, timeMs: 3, events: [{ type: 'book', book }] });
  expect(replica.depth(id, 5)?.bids).toEqual([['100', '1']]);
});
