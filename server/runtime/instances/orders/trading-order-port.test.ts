import { expect, it } from 'vitest';
import { accepted, refused } from '../../../../core/contract/app-error.ts';
import type { OrderFate, Trading } from '../../../../core/contract/trading.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { orderOf } from '../../../../tests/kit/strategy-kit.ts';
import { TradingOrderPort } from './trading-order-port.ts';

const intent = { apiId: 1, instrumentId: testInstrument.id, side: 'BUY', type: 'LIMIT', clientOrderId: 'i-1' } as const;

/** Its orders go nowhere: a test fails where one is sent. */
const portThat = (fate: OrderFate, submit: Trading['submit'] = () => expect.unreachable()): TradingOrderPort =>
  new TradingOrderPort({
    trading: { submit } as Trading,
    principal: () => ({ userId: 'u1', username: 'quant', role: 'user', vipLevel: 3 }),
    fateOf: async () => fate,
    find: async () => null,
  });

it.each<[string, OrderFate, string]>([
  ['is denied when the exchange never had it', { state: 'ABSENT', asOfMs: 1 }, 'denied'],
  ['stays open when nobody can tell', { state: 'UNSURE' }, 'open'],
  ['is done when it is found', { state: 'PLACED', order: orderOf('i-1') }, 'done'],
])('an order that is held back %s', async (_, fate, outcome) => {
  const answer = await portThat(fate).withhold({ type: 'place', intent }, { code: 'LIMIT_HALTED', params: {} });
  expect(answer.outcome).toBe(outcome);
});

it.each<[string, OrderFate, string, number]>([
  ['is not sent when the first time has arrived', { state: 'PLACED', order: orderOf('i-1') }, 'done', 0],
  ['is denied when it never arrived', { state: 'ABSENT', asOfMs: 1 }, 'denied', 1],
  ['stays open when the refusal says nothing of the first time', { state: 'UNSURE' }, 'open', 1],
])('an order that is sent again after a restart %s', async (_, fate, outcome, sendings) => {
  let sent = 0;
  const port = portThat(fate, async () => {
    sent++;
    return refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '0', asset: 'USDT' });
  });
  expect((await port.place({ type: 'place', intent }, true)).outcome).toBe(outcome);
  expect(sent).toBe(sendings);
});

it.each([
  ['is done once the exchange has moved it', accepted(undefined), { outcome: 'done', orders: [] }],
  ['stays open while nobody answers', refused('ORDER_UNRESOLVED', { clientOrderId: 'i-2' }), { outcome: 'open' }],
  ['stays open while the exchange is away', refused('VENUE_UNAVAILABLE', { exchange: 'tessera' }), { outcome: 'open' }],
  [
    'is denied for what the exchange says',
    refused('TRANSFER_NOT_OFFERED', { exchange: 'tessera' }),
    { outcome: 'denied', code: 'TRANSFER_NOT_OFFERED' },
  ],
] as const)('a transfer %s', async (_, outcome, answer) => {
  const asked: unknown[] = [];
  const principal = { userId: 'u1', username: 'quant', role: 'user', vipLevel: 3 } as const;
  const transfer: Trading['transfer'] = async (_principal, move) => {
    asked.push(move);
    return outcome;
  };
  const port = new TradingOrderPort({
    trading: { transfer } as Trading,
    principal: () => principal,
    fateOf: async () => ({ state: 'UNSURE' }),
    find: async () => null,
  });
  const effect = { type: 'transfer', reference: 'i-2', apiId: 1, asset: 'USDT', amount: '5', from: 'spot', to: 'usdm' } as const;
  expect(await port.transfer(effect)).toMatchObject(answer);
  expect(asked).toEqual([
    { from: { apiId: 1, accountType: 'spot' }, to: { apiId: 1, accountType: 'usdm' }, asset: 'USDT', amount: '5', reference: 'i-2' },
  ]);
  expect(await port.transfer({ ...effect, to: 'isolated_margin' })).toMatchObject({ outcome: 'denied', params: { field: 'to' } });
  expect(asked).toHaveLength(1);
});
