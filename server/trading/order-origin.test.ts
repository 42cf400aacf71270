import { expect, it } from 'vitest';
import { ClientOrderId } from '../../schemas/common.ts';
import { nameProblem, originOf, riskOrderId, riskSender } from './order-origin.ts';

const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('says in the id of an order who of risk has sent it, the same for a repeat and another for each market, part and closing', () => {
  const id = riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 0);
  expect(id).toBe(riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 0));
  expect(id).toMatch(new RegExp(ClientOrderId.pattern ?? ''));
  expect(id.startsWith(riskSender(userId))).toBe(true);
  expect(originOf(id)).toEqual({ kind: 'risk', userId });
  const others = [
    riskOrderId(userId, 'closing-2', 'tessera/BTCUSDT/spot', 0),
    riskOrderId(userId, 'closing-1', 'tessera/ETHUSDT/spot', 0),
    riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 1),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

it('takes ids of other senders for what they are', () => {
  expect(['', 'mine', 'risk-short', 'c7-12', 's1-3'].map(originOf)).toEqual([null, null, null, null, null]);
});

it('lets nobody else begin an id so, nor that of a leg', () => {
  const intent = { apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', side: 'SELL', type: 'MARKET' } as const;
  const leg = { type: 'STOP_MARKET', clientOrderId: 'risk-x' } as const;
  expect([nameProblem(intent), nameProblem({ ...intent, clientOrderId: 'my-risk-' })]).toEqual([null, null]);
  expect(nameProblem({ ...intent, clientOrderId: 'risk-1' })?.params).toMatchObject({ field: 'clientOrderId' });
  expect(nameProblem({ ...intent, stopLoss: leg })?.params).toMatchObject({ field: 'stopLoss.clientOrderId' });
});
