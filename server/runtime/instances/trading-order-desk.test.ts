import { expect, it } from 'vitest';
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
