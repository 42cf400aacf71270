import { expect, it } from 'vitest';
import type { Order, Trading } from '../../../core/contract/trading.ts';
import { mostOpenOrders } from '../../../schemas/wire/order.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { accountRecord } from '../../trading/trading-fixture.ts';
import { createOrderHandlers } from './handlers-order.ts';

it('gives the newest open orders, as many as one reply may hold', async () => {
  // As the trading room gives them: newest first.
  const orders = Array.from({ length: mostOpenOrders + 5 }, (_, index) => ({ orderId: String(9_999 - index) }) as unknown as Order);
  const handlers = createOrderHandlers({
    trading: { openOrders: () => orders } as unknown as Trading,
    accounts: {
      may: () => null,
      owns: () => true,
      of: () => [accountRecord(1, 'ann')],
      instancesOf: () => new Set<string>(),
      onRights: () => () => undefined,
      stored: async () => undefined,
    },
    looks: { seen: async () => undefined, exported: async () => undefined },
  });
  const principal = { userId: 'ann', username: 'ann', role: 'user', vipLevel: 1 } as const;
  const session = { principal } as unknown as UserSession;
  const outcome = await handlers.openOrders({
    principal,
    session,
    ip: '',
    userAgent: '',
    isLocal: false,
    query: {},
    body: undefined,
    gone: () => AbortSignal.any([]),
  });
  if (!outcome.ok) throw outcome.error;
  expect(outcome.value).toHaveLength(mostOpenOrders);
  expect(outcome.value[0]?.order_id).toBe('9999');
});
