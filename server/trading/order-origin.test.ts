import { expect, it } from 'vitest';
import { instanceIdOf, sendingInstance } from '../../core/domain/orders/order-origin.ts';
import { ClientOrderId } from '../../schemas/common.ts';
import { InstanceId } from '../../schemas/wire/strategy.ts';
import { type NotedSender, sentForMs } from '../store/orders/order-senders.ts';
import { nameProblem, originOf, riskOrderId, riskSender } from './order-origin.ts';

/** Of an order that was placed so long ago. */
const origin = (name: string | null, noted: NotedSender | null = null, ageMs = 60_000) =>
  originOf({ name, noted, createdMs: 1_000 }, 1_000 + ageMs);
const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('says in the id of an order who of risk has sent it, the same for a repeat and another for each market, part and closing', () => {
  const id = riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 0);
  expect(id).toBe(riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 0));
  expect(id).toMatch(new RegExp(ClientOrderId.pattern ?? ''));
  expect(id.startsWith(riskSender(userId))).toBe(true);
  expect(origin(id)).toEqual({ kind: 'risk', userId, source: null });
  const others = [
    riskOrderId(userId, 'closing-2', 'tessera/BTCUSDT/spot', 0),
    riskOrderId(userId, 'closing-1', 'tessera/ETHUSDT/spot', 0),
    riskOrderId(userId, 'closing-1', 'tessera/BTCUSDT/spot', 1),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

it('tells strategies and copies by their ids, and of all others who was noted, or their owner', () => {
  const instance = 's0123456789abcdef012';
  const bob = { kind: 'authorised', userId: 'bob', apiKey: null } as const;
  const bot = { kind: 'key', userId: 'ann', apiKey: 'bot' } as const;
  const owner = { kind: 'owner', userId: null, source: null };
  expect(['mine', 's1-3', 'c7', 'c7-x'].map((id) => origin(id))).toEqual([owner, owner, owner, owner]);
  expect([origin('mine', bob), origin('mine', bot), origin(null, bob)]).toEqual([
    { kind: 'authorised', userId: 'bob', source: null },
    { kind: 'key', userId: null, source: 'bot' },
    { kind: 'authorised', userId: 'bob', source: null },
  ]);
  expect([origin(`${instance}-3`), origin(`${instance}-3.takeProfit`, bob)]).toEqual([
    { kind: 'strategy', userId: null, source: instance },
    { kind: 'strategy', userId: 'bob', source: instance },
  ]);
  expect(origin('c7-12')).toEqual({ kind: 'copy', userId: null, source: '7/12' });
  expect(origin('risk-of-nobody')).toEqual({ kind: 'risk', userId: null, source: null });
});

it('calls nobody its owner’s that has no name, and none as long as others could still be noted', () => {
  expect(origin(null)).toBeNull();
  expect([origin('mine', null, 2 * sentForMs - 1), origin('mine', null, 2 * sentForMs)?.kind]).toEqual([null, 'owner']);
  expect(origin('c7-12', null, 0)?.kind).toBe('copy');
});

it('lets nobody name an order, or a leg of one, as another sender does', () => {
  const intent = { apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', side: 'SELL', type: 'MARKET' } as const;
  const names = ['risk-1', 's0123456789abcdef012-3', 'c7-12'];
  const senders = [null, 'risk', 'strategy', 'copy'] as const;
  const allowed = senders.map((sender) => names.map((clientOrderId) => nameProblem({ ...intent, clientOrderId }, sender) === null));
  expect(allowed).toEqual([
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect([nameProblem(intent, null), nameProblem({ ...intent, clientOrderId: 'my-risk-' }, null)]).toEqual([null, null]);
  expect(nameProblem({ ...intent, clientOrderId: 'risk-1' }, null)?.params).toMatchObject({ field: 'clientOrderId' });
  const stopLoss = { type: 'STOP_MARKET', clientOrderId: 'risk-x' } as const;
  expect(nameProblem({ ...intent, stopLoss }, null)?.params).toMatchObject({ field: 'stopLoss.clientOrderId' });
});

it('says to whoever reads the interface which names are kept for the house', () => {
  for (const form of ['risk-…', 'c<digits>-<digits>', 's<19 hexadecimal digits>-…']) expect(ClientOrderId.description).toContain(form);
});

it('knows an instance by each order that it names, with room for a number and a leg', () => {
  const instance = instanceIdOf('0f8fad5bd9cb469fa16570867728950e');
  expect(instance).toMatch(new RegExp(InstanceId.pattern ?? ''));
  expect(sendingInstance(`${instance}-1234567.stopLoss`)).toBe(instance);
  expect([`${instance.slice(0, -1)}-1`, `x${instance}-1`].map(sendingInstance)).toEqual([null, null]);
});
