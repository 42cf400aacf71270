import { expect, it } from 'vitest';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { sentForMs } from '../store/orders/order-senders.ts';
import { SentOrders } from './sent-orders.ts';
import { accountRecord, silent, trader } from './trading-fixture.ts';

interface Line {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly after: { readonly account: string; readonly client_order_ids: readonly string[] };
}

function setUp() {
  const clock = new ManualClock(1_800_000_000_000);
  const state = { isDown: false, lines: [] as Line[], traces: [] as Line[] };
  const audit = {
    appendAll: async (lines: readonly Line[]) => {
      if (state.isDown) throw new Error('the database is down');
      state.lines.push(...lines);
    },
  };
  const accounts = { get: (apiId: number) => (apiId === 9 ? null : accountRecord(apiId, 'ann')) };
  const traces = { append: async (line: Line) => void state.traces.push(line) };
  const sent = new SentOrders({ store: { audit, traces } as never, accounts, clock, logger: silent });
  return { clock, state, sent };
}

it('writes who has sent which orders for whom, together, and nothing of one’s own or of no account', async () => {
  const { clock, state, sent } = setUp();
  for (const [who, apiId, id] of [
    ['bob', 1, 'a'],
    ['ann', 1, 'own'],
    ['bob', 1, 'b'],
    ['bob', 2, 'c'],
    ['bob', 9, 'nobody'],
  ] as const)
    sent.sent(trader(who), spotAccount(apiId), id);
  await clock.advance(sentForMs);
  expect(state.lines).toMatchObject([
    { actor: 'bob', action: 'orders.sent-for', subject: 'account/1', after: { account: '1/spot', client_order_ids: ['a', 'b'] } },
    { actor: 'bob', action: 'orders.sent-for', subject: 'account/2', after: { client_order_ids: ['c'] } },
  ]);
  await sent.close();
  expect(state.lines).toHaveLength(2);
});

it('keeps apart what he sent and what he changed of others, and accounts of one api account from each other', async () => {
  const { clock, state, sent } = setUp();
  sent.sent(trader('bob'), spotAccount(1), 'a');
  sent.changed(trader('bob'), spotAccount(1), 'b');
  sent.sent(trader('bob'), { apiId: 1, accountType: 'isolated_margin', symbol: 'BTCUSDT' }, 'a');
  await clock.advance(sentForMs);
  expect(state.lines.map(({ action, after }) => [action, after])).toEqual([
    ['orders.sent-for', { account: '1/spot', client_order_ids: ['a'] }],
    ['orders.changed-for', { account: '1/spot', client_order_ids: ['b'] }],
    ['orders.sent-for', { account: '1/isolated_margin/BTCUSDT', client_order_ids: ['a'] }],
  ]);
});

it('forgets none while the database is away, nor those of the last seconds', async () => {
  const { clock, state, sent } = setUp();
  state.isDown = true;
  for (let at = 0; at < 450; at++) sent.sent(trader('bob'), spotAccount(1), `o${at}`);
  await clock.advance(sentForMs);
  expect(state.lines).toEqual([]);
  state.isDown = false;
  sent.sent(trader('bob'), spotAccount(1), 'late');
  await sent.close();
  const ids = state.lines.flatMap(({ after }) => after.client_order_ids);
  expect(ids).toEqual([...Array.from({ length: 450 }, (_, at) => `o${at}`), 'late']);
  expect(Math.max(...state.lines.map(({ after }) => after.client_order_ids.length))).toBe(200);
});

it('keeps what a key of the owner’s has sent among his traces, by key, and what it only changes nowhere', async () => {
  const { clock, state, sent } = setUp();
  const script = { ...trader('ann'), apiKey: { keyId: 'k1', name: 'grid bot' } };
  sent.sent(script, spotAccount(1), 'a');
  sent.sent(script, spotAccount(2), 'b');
  sent.changed(script, spotAccount(1), 'by-hand');
  await clock.advance(sentForMs);
  expect(state.lines).toEqual([]);
  expect(state.traces).toMatchObject([
    { actor: 'ann', subject: 'api-key/k1', after: { api_key: 'grid bot', account: '1/spot', client_order_ids: ['a'] } },
    { actor: 'ann', subject: 'api-key/k1', after: { api_key: 'grid bot', account: '2/spot', client_order_ids: ['b'] } },
  ]);
});

it('loses nothing that was sent for others, however much a script of the sender’s own sends beside', async () => {
  const { clock, state, sent } = setUp();
  const script = { ...trader('ann'), apiKey: { keyId: 'k1', name: 'flood' } };
  for (let at = 0; at < 250_000; at++) sent.sent(script, spotAccount(1), `o${at}`);
  sent.sent(trader('bob'), spotAccount(1), 'for-my-boss');
  await clock.advance(sentForMs);
  expect(state.lines).toMatchObject([{ after: { client_order_ids: ['for-my-boss'] } }]);
  expect(state.traces).toHaveLength(1_000);
});
