import { expect, it } from 'vitest';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Trading } from '../../../core/contract/trading.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { orderOf } from '../../../tests/kit/strategy-kit.ts';
import type { KnownOrder } from './order-desk.ts';
import { type IdMemory, TradingOrderDesk } from './trading-order-desk.ts';

const intent = { apiId: 1, instrumentId: testInstrument.id, side: 'BUY', type: 'LIMIT', clientOrderId: 'i-1' } as const;

/** Its orders go nowhere: a test fails where one is sent. */
const deskThat = (found: KnownOrder | null, ...memory: IdMemory[]): TradingOrderDesk =>
  new TradingOrderDesk({
    trading: {} as Trading,
    principal: { userId: 'u1', username: 'quant', role: 'user', vipLevel: 3 },
    recall: () => memory.shift() ?? 'UNSURE',
    find: async () => found,
  });

const known: KnownOrder = { order: orderOf('i-1'), fills: [] };

it.each<[string, KnownOrder | null, IdMemory[], string]>([
  ['is denied when the exchange never had it', null, ['FRESH', 'FRESH'], 'denied'],
  ['stays open when the exchange has it and the store has not', null, ['USED', 'USED'], 'open'],
  ['stays open when it was stored while it was looked for', null, ['USED', 'FRESH'], 'open'],
  ['stays open when the exchange cannot tell', null, ['UNSURE', 'UNSURE'], 'open'],
  ['is done when it is found', known, ['UNSURE', 'UNSURE'], 'done'],
])('an order that is held back %s', async (_, found, memory, outcome) => {
  const answer = await deskThat(found, ...memory).withhold({ type: 'place', intent }, { code: 'LIMIT_HALTED', params: {} });
  expect(answer.outcome).toBe(outcome);
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
  const desk = new TradingOrderDesk({ trading: { transfer } as Trading, principal, recall: () => 'UNSURE', find: async () => null });
  const effect = { type: 'transfer', reference: 'i-2', apiId: 1, asset: 'USDT', amount: '5', from: 'spot', to: 'usdm' } as const;
  expect(await desk.transfer(effect)).toMatchObject(answer);
  expect(asked).toEqual([
    { from: { apiId: 1, accountType: 'spot' }, to: { apiId: 1, accountType: 'usdm' }, asset: 'USDT', amount: '5', reference: 'i-2' },
  ]);
  expect(await desk.transfer({ ...effect, to: 'isolated_margin' })).toMatchObject({ outcome: 'denied', params: { field: 'to' } });
  expect(asked).toHaveLength(1);
});
